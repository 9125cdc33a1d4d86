"""Where the example configuration lies: inside an installed package, beside the package in a checkout."""

from __future__ import annotations

from pathlib import Path

import tablectl


def examples() -> Path:
    package = Path(tablectl.__file__).parent
    inside = package / "examples"
    return inside if inside.is_dir() else package.parent / "config"
