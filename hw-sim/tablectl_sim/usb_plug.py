"""The plug of a bench's device on the USB: what goes over its wire is carried by the server of USB/IP, to whichever host has it."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Final, Generic, TypeVar

from tablectl_sim.plugs import Plugs
from tablectl_sim.usb_gadget import Gadget
from tablectl_sim.wires import WireDevice

SOCKET: Final = 1
PORT: Final = f"1-{SOCKET}"  # bus 1

D_co = TypeVar("D_co", bound=WireDevice, covariant=True)


class UsbPlug(Generic[D_co]):
    """`gadget` is the part of the device that a host talks to."""

    master: Final = None

    def __init__(self, name: str, device: D_co, gadget: Gadget, sockets: Plugs) -> None:
        self.name, self.device, self._gadget, self._sockets = name, device, gadget, sockets

    @property
    def lock(self) -> AbstractContextManager[object]:
        return self._sockets.lock

    @property
    def plugged(self) -> bool:
        return not self._gadget.gone

    def plug(self) -> None:
        self._sockets.plug(self._gadget, SOCKET)

    def unplug(self) -> None:
        self._sockets.unplug(self._gadget)

    def read(self, now: float) -> None:
        """The server does."""

    def tick(self, now: float) -> None:
        """The server lets the device go on while a host has it."""

    def flush(self, now: float) -> None:  # noqa: ARG002 - as a plug has it
        self._sockets.awake()
