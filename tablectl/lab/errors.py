"""What stops an experiment."""

from __future__ import annotations

from tablectl.errors import TablectlError


class LabError(TablectlError, RuntimeError):
    """An experiment cannot be set up, or a policy did what the rules forbid."""
