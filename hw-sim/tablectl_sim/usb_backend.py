"""A USB in this process: a pyusb backend whose bus holds gadgets, in the place of libusb and a kernel.

`process_bus` is found by the name `tablectl_sim` where a host chooses its backend by name; plug gadgets into what it returns.
"""

from __future__ import annotations

import errno
import os
import time
from array import array
from collections.abc import Callable, Iterator
from functools import cache
from types import SimpleNamespace
from typing import Final, NoReturn

import usb.backend  # type: ignore[import-untyped]  # ships no types
import usb.core  # type: ignore[import-untyped]

from tablectl_sim.plugs import Plugs
from tablectl_sim.usb_gadget import CONFIGURATION, HIGH_SPEED, Face, Gadget, Refused, Setup

TICK_S: Final = 0.01


class Bus(Plugs, usb.backend.IBackend):  # type: ignore[misc]  # pyusb ships no types
    """What pyusb calls, and the plugs."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        Plugs.__init__(self)
        self._clock = clock

    # Descriptors

    def enumerate_devices(self) -> Iterator[Gadget]:
        return iter(self.plugged())

    def get_parent(self, _gadget: Gadget) -> None:
        return None

    def get_device_descriptor(self, gadget: Gadget) -> SimpleNamespace:
        label = gadget.label
        indices = [number if text else 0 for number, text in enumerate(label.strings, start=1)]
        return SimpleNamespace(
            bLength=18,
            bDescriptorType=1,
            bcdUSB=0x0200,
            bDeviceClass=0,
            bDeviceSubClass=0,
            bDeviceProtocol=0,
            bMaxPacketSize0=64,
            idVendor=label.vendor,
            idProduct=label.product,
            bcdDevice=label.release,
            iManufacturer=indices[0],
            iProduct=indices[1],
            iSerialNumber=indices[2],
            bNumConfigurations=1,
            address=gadget.address,
            bus=gadget.bus,
            port_number=gadget.place[-1] if gadget.place else None,
            port_numbers=gadget.place or None,
            speed=HIGH_SPEED,
        )

    def get_configuration_descriptor(self, gadget: Gadget, _index: int) -> SimpleNamespace:
        return SimpleNamespace(
            bLength=9,
            bDescriptorType=2,
            wTotalLength=9,
            bNumInterfaces=len(gadget.faces),
            bConfigurationValue=CONFIGURATION,
            iConfiguration=0,
            bmAttributes=0x80,
            bMaxPower=50,
            extra_descriptors=b"",
        )

    def get_interface_descriptor(self, gadget: Gadget, number: int, setting: int, _configuration: int) -> SimpleNamespace:
        face = _face(gadget, number, setting)
        return SimpleNamespace(
            bLength=9,
            bDescriptorType=4,
            bInterfaceNumber=number,
            bAlternateSetting=0,
            bNumEndpoints=len(face.ends),
            bInterfaceClass=face.kind,
            bInterfaceSubClass=face.subclass,
            bInterfaceProtocol=face.protocol,
            iInterface=0,
            extra_descriptors=face.extra,
        )

    def get_endpoint_descriptor(self, gadget: Gadget, index: int, number: int, setting: int, _configuration: int) -> SimpleNamespace:
        end = _face(gadget, number, setting).ends[index]
        return SimpleNamespace(
            bLength=7,
            bDescriptorType=5,
            bEndpointAddress=end.address,
            bmAttributes=end.kind,
            wMaxPacketSize=end.packet,
            bInterval=1,
            bRefresh=0,
            bSynchAddress=0,
            extra_descriptors=b"",
        )

    # Opening

    def open_device(self, gadget: Gadget) -> Gadget:
        if gadget.gone:
            _fail(errno.ENODEV)
        if gadget.faults.locked:
            _fail(errno.EACCES)
        gadget.did["opened"] += 1
        return gadget

    def close_device(self, gadget: Gadget) -> None:
        gadget.did["closed"] += 1
        gadget.claimed.clear()

    def get_configuration(self, gadget: Gadget) -> int:
        self._ask(gadget)
        return gadget.configuration

    def set_configuration(self, gadget: Gadget, value: int) -> None:
        """As a light reset: what the device was about to say is lost."""
        self._ask(gadget)
        if gadget.claimed or (gadget.drivers and gadget.configuration == value):
            _fail(errno.EBUSY)
        gadget.configure(value)

    def set_interface_altsetting(self, gadget: Gadget, _number: int, _setting: int) -> None:
        self._ask(gadget)

    def is_kernel_driver_active(self, gadget: Gadget, number: int) -> bool:
        return number in gadget.drivers

    def detach_kernel_driver(self, gadget: Gadget, number: int) -> None:
        self._ask(gadget)
        if number not in gadget.drivers:
            _fail(errno.ENODATA)
        gadget.drivers.remove(number)
        gadget.did[f"detached {number}"] += 1

    def attach_kernel_driver(self, gadget: Gadget, number: int) -> None:
        self._ask(gadget)
        if number in gadget.claimed:
            _fail(errno.EBUSY)
        gadget.drivers.add(number)
        gadget.did[f"attached {number}"] += 1

    def claim_interface(self, gadget: Gadget, number: int) -> None:
        self._ask(gadget)
        if gadget.faults.taken or number in gadget.drivers:
            _fail(errno.EBUSY)
        gadget.claimed.add(number)

    def release_interface(self, gadget: Gadget, number: int) -> None:
        self._ask(gadget)
        gadget.claimed.discard(number)

    def clear_halt(self, gadget: Gadget, address: int) -> None:
        self._ask(gadget)
        gadget.clear_halt(address)

    def reset_device(self, gadget: Gadget) -> None:
        self._ask(gadget)
        gadget.did["reset"] += 1
        gadget.halted.clear()
        gadget.waiting.clear()

    # Transfers

    def bulk_write(self, gadget: Gadget, address: int, number: int, data: array[int], timeout_ms: int) -> int:
        with self.lock:
            try:
                gadget.check_end(address)
            except Refused as refusal:
                self._refuse(refusal, gadget, timeout_ms)
            if number not in gadget.claimed:
                _fail(errno.EBUSY)
            gadget.take(data.tobytes(), self._clock())
            self.lock.notify_all()
            return len(data)

    def bulk_read(self, gadget: Gadget, address: int, number: int, into: array[int], timeout_ms: int) -> int:
        """Packets until one is not full, or there is room for no more, or time is over."""
        deadline = time.monotonic() + timeout_ms / 1000
        got = b""
        with self.lock:
            while True:
                left = deadline - time.monotonic()
                try:
                    gadget.check_end(address)
                    if number not in gadget.claimed:
                        _fail(errno.EBUSY)
                    gadget.run(address, self._clock())
                    while gadget.waiting:
                        packet = gadget.give(len(into) - len(got))
                        got += packet
                        if len(packet) < gadget.packet(address) or len(got) == len(into):
                            return _fill(into, got)
                except Refused as refusal:
                    self._refuse(refusal, gadget, max(0, round(left * 1000)))
                if left <= 0:
                    return _fill(into, got) if got else _fail(errno.ETIMEDOUT)
                self.lock.wait(min(left, TICK_S))

    intr_write, intr_read = bulk_write, bulk_read

    def ctrl_transfer(  # noqa: PLR0917 - as pyusb calls it
        self, gadget: Gadget, kind: int, request: int, value: int, index: int, data: array[int], timeout_ms: int
    ) -> int:
        with self.lock:
            try:
                answer = gadget.control(Setup(kind, request, value, index, data.tobytes(), len(data)))
            except Refused as refusal:
                self._refuse(refusal, gadget, timeout_ms)
            return _fill(data, answer) if kind & 0x80 else len(data)

    def _ask(self, gadget: Gadget) -> None:
        with self.lock:
            try:
                gadget.check()
            except Refused as refusal:
                self._refuse(refusal, gadget, 0)

    def _refuse(self, refusal: Refused, gadget: Gadget, timeout_ms: int) -> NoReturn:
        """A timeout takes its time; a plug that is pulled meanwhile ends it."""
        if refusal.number == errno.ETIMEDOUT:
            self.lock.wait_for(lambda: gadget.gone and not gadget.faults.lingers, timeout_ms / 1000)
        _fail(refusal.number)


@cache
def process_bus() -> Bus:
    """The one bus of this process."""
    return Bus()


def _face(gadget: Gadget, number: int, setting: int) -> Face:
    if setting:
        raise IndexError(f"interface {number} has no setting {setting}")
    return gadget.faces[number]


def _fill(into: array[int], data: bytes) -> int:
    into[: len(data)] = array("B", data)
    return len(data)


def _fail(number: int) -> NoReturn:
    kind = usb.core.USBTimeoutError if number == errno.ETIMEDOUT else usb.core.USBError
    raise kind(os.strerror(number), None, number)
