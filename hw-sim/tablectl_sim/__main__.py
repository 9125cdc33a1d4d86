"""`python -m tablectl_sim` is `tablectl-sim`."""

from tablectl_sim.cli import main

raise SystemExit(main())
