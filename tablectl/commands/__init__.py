"""One module a command of the command line; `cli.py` imports them when they are asked for."""
