"""What can go wrong on the bench.

BenchError
├── BadScenario (also ValueError)   a scenario or an order to the bench is not understood: where, what was expected, what came
├── BadCapture (also ValueError)    a capture that is to be played cannot be read: where, what was expected, what came
├── BadUsbIp (also ValueError)      what a host says is no USB/IP: what was expected, what came
├── NoSuchScenario (also LookupError)
├── CannotDo (also RuntimeError)    the order is understood, but the thing is not in a state for it
└── DoorShut (also ConnectionError) the console does not answer, or does not let the person in
"""

from __future__ import annotations


class BenchError(Exception):
    """Anything that the bench says to the person who runs it."""


class BadScenario(BenchError, ValueError):
    """A scenario or an order has a wrong key or value."""


class BadCapture(BenchError, ValueError):
    """A file is no capture of a conversation."""


class BadUsbIp(BenchError, ValueError):
    """Bytes of a host are no USB/IP."""


class NoSuchScenario(BenchError, LookupError):
    """No file and no shipped scenario has this name."""


class CannotDo(BenchError, RuntimeError):
    """The order makes no sense now: a plug that is out is pulled, a lid that is open is opened."""


class DoorShut(BenchError, ConnectionError):
    """Nobody answers at the console's address, or the person is not let in."""
