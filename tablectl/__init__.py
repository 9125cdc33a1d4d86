"""The daemon at a live casino table."""

__version__ = "0.1.0"
