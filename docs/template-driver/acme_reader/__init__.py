"""A tablectl driver for the Acme reader."""
