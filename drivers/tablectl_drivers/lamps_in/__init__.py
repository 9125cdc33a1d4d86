"""A shuffler that only has lights and lids, read through opto inputs on GPIO lines."""
