"""One live table: the pack and the shoe, the devices, the holds, the round, and what lamps and screens show of them."""
