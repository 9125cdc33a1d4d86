"""The bench: devices, wires and people that play a live table around the daemon.

It knows the pages (the wire protocol, the panel's wiring, the game's rule sheet), never the daemon's or the drivers' code.
"""
