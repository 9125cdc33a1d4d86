"""What can go wrong in a driver, as a tree:

DriverError
├── LinkError            the wire
│   ├── PortMissing      (FileNotFoundError)
│   ├── PortBusy         (BlockingIOError)
│   ├── PortDenied       (PermissionError)
│   ├── PortAmbiguous    (LookupError)      more than one device answers to the name of a port
│   └── LinkBroken       (ConnectionError)
├── BadPort              (ValueError)   a text names no port of the kind that a driver needs
├── WiringError          (ValueError)   the config names a line that is not there, or twice
│   └── NoEdges                         a chip does not report when a line changes
├── BadDeckMap           (ValueError)   a file that names the cards of a pack by their codes is wrong
└── UnknownDriver        (LookupError)
"""

from __future__ import annotations


class DriverError(Exception):
    """Anything a driver refuses or fails at; its text is fit for an operator."""


class LinkError(DriverError):
    pass


class PortMissing(LinkError, FileNotFoundError):
    pass


class PortBusy(LinkError, BlockingIOError):
    pass


class PortDenied(LinkError, PermissionError):
    pass


class PortAmbiguous(LinkError, LookupError):
    pass


class LinkBroken(LinkError, ConnectionError):
    pass


class BadPort(DriverError, ValueError):
    pass


class WiringError(DriverError, ValueError):
    pass


class NoEdges(WiringError):
    pass


class BadDeckMap(DriverError, ValueError):
    pass


class UnknownDriver(DriverError, LookupError):
    pass
