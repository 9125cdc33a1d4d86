"""One interface of a USB device: which one a driver wants, and how it is taken from the kernel and given back."""

from __future__ import annotations

import errno
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final

import usb.core  # type: ignore[import-untyped]  # ships no types
import usb.util  # type: ignore[import-untyped]

from tablectl_drivers.links.usb_bus import FAULTS, About, Device

VENDOR_CLASS: Final = 0xFF
_PACKET_BITS: Final = 0x7FF  # USB 2.0 9.6.6: above them stand transactions of a microframe
ANSWER_MS: Final = 500  # USB 2.0 9.2.6.4: a request without data is answered within 50 ms, one with data within 500 ms


class Transfer(IntEnum):
    """Of which kind the endpoints are (USB 2.0 9.6.6)."""

    BULK = 2
    INTERRUPT = 3


class Unfit(Exception):
    """This interface is not one that the driver can use; the text says what it is instead."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The interface that a driver talks to. `what` names it to a person. `prepare` looks at one, asks and tells it what it must before it is
    used, and returns how many bytes are read at a time; it raises Unfit. `said_again` tells that what is lost in a stall comes again."""

    what: str
    interface_class: int
    transfer: Transfer
    sends: bool
    said_again: bool
    prepare: Callable[[Interface], int]


class Interface:
    """One interface of an open device. It is claimed when it is first asked something, not before."""

    def __init__(self, device: Device, about: About, descriptor: Any, wanted: Wanted) -> None:  # noqa: ANN401  pyusb's own
        self._device = device
        self.about = about
        self.number: int = descriptor.bInterfaceNumber
        self.subclass: int = descriptor.bInterfaceSubClass
        self.protocol: int = descriptor.bInterfaceProtocol
        self.extra = bytes(descriptor.extra_descriptors or ())
        pipes = [end for end in descriptor if usb.util.endpoint_type(end.bmAttributes) == wanted.transfer]
        self.way_in = next((end for end in pipes if end.bEndpointAddress & usb.util.ENDPOINT_IN), None)
        self.way_out = next((end for end in pipes if not end.bEndpointAddress & usb.util.ENDPOINT_IN), None)
        self._claimed = self._detached = False

    @property
    def packet(self) -> int:
        """Bytes of a full packet to the host. A read of so many ends with each packet; a longer one would wait behind a full packet for the next."""
        return self.way_in.wMaxPacketSize & _PACKET_BITS if self.way_in is not None else 0

    def ask(self, request_type: int, request: int, value: int, length: int) -> bytes | None:
        """A control request to this interface that brings at most `length` bytes; None where the device knows no such request."""
        self.claim()
        try:
            return bytes(self._device.ctrl_transfer(request_type, request, value, self.number, length, ANSWER_MS))
        except usb.core.USBError as error:
            if error.errno == errno.EPIPE:
                return None
            raise

    def tell(self, request_type: int, request: int, value: int, data: bytes) -> bool:
        """A control request that brings data to this interface; False where the device refuses it."""
        self.claim()
        try:
            self._device.ctrl_transfer(request_type, request, value, self.number, data, ANSWER_MS)
        except usb.core.USBError as error:
            if error.errno == errno.EPIPE:
                return False
            raise
        return True

    def claim(self) -> None:
        """Take this interface, and no other, from the kernel's driver."""
        if self._claimed:
            return
        with suppress(NotImplementedError):
            if self._device.is_kernel_driver_active(self.number):
                self._device.detach_kernel_driver(self.number)
                self._detached = True
        usb.util.claim_interface(self._device, self.number)
        self._claimed = True

    def give_back(self) -> None:
        """Release the interface, and let the kernel's driver have it again where it had it before."""
        if self._claimed:
            with suppress(*FAULTS):
                usb.util.release_interface(self._device, self.number)
        if self._detached:
            with suppress(*FAULTS):
                self._device.attach_kernel_driver(self.number)
        self._claimed = self._detached = False
