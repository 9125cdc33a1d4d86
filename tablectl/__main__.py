"""`python -m tablectl` is the command `tablectl`."""

from tablectl.cli import main

main()
