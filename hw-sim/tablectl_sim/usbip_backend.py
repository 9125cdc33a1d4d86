"""A pyusb backend whose bus is that of a bench in another process, over USB/IP and without a kernel. A daemon on a bench has it in place of libusb.

It is found by the name `tablectl_sim_bench`. The bench is the one whose panel TABLECTL_SIM_PANEL names; its USB is at the socket beside that. What a
kernel does for a host is not here: no driver has an interface, and there is nothing to be claimed that is not had already.
"""

from __future__ import annotations

import errno
import os
import struct
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import usb.backend  # type: ignore[import-untyped]  # ships no types
import usb.core  # type: ignore[import-untyped]

from tablectl_sim.pins import PANEL_VARIABLE
from tablectl_sim.usb_gadget import HIGH_SPEED, Setup
from tablectl_sim.usbip_asking import Listed
from tablectl_sim.usbip_host import HeldDevice, listed

USB_SOCKET: Final = "usb.sock"
_DEVICE, _CONFIGURATION, _INTERFACE, _ENDPOINT = 1, 2, 4, 5  # USB 2.0 9.4: kinds of descriptors
_DEVICE_BYTES, _CONFIGURATION_BYTES = 18, 9
_DEVICE_FIELDS: Final = (
    "bLength bDescriptorType bcdUSB bDeviceClass bDeviceSubClass bDeviceProtocol bMaxPacketSize0 idVendor idProduct bcdDevice iManufacturer iProduct "
    "iSerialNumber bNumConfigurations"
)
_CONFIGURATION_FIELDS: Final = "bLength bDescriptorType wTotalLength bNumInterfaces bConfigurationValue iConfiguration bmAttributes bMaxPower"
_INTERFACE_FIELDS: Final = (
    "bLength bDescriptorType bInterfaceNumber bAlternateSetting bNumEndpoints bInterfaceClass bInterfaceSubClass bInterfaceProtocol iInterface"
)
_ENDPOINT_FIELDS: Final = "bLength bDescriptorType bEndpointAddress bmAttributes wMaxPacketSize bInterval"


class BenchUsb(usb.backend.IBackend):  # type: ignore[misc]  # pyusb ships no types
    """What pyusb calls."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._told: dict[Listed, tuple[bytes, bytes]] = {}

    # Descriptors

    def enumerate_devices(self) -> Iterator[Listed]:
        with _as_usb():
            return iter(listed(self._path))

    def get_parent(self, _device: Listed) -> None:
        return None

    def get_device_descriptor(self, device: Listed) -> SimpleNamespace:
        told = _named(_DEVICE_FIELDS, "<BBHBBBBHHHBBBB", self._ask(device)[0])
        bus, _, ports = device.place.partition("-")
        numbers = tuple(map(int, ports.split(".")))
        told.__dict__.update(address=device.address, bus=int(bus), port_number=numbers[-1], port_numbers=numbers, speed=HIGH_SPEED)
        return told

    def get_configuration_descriptor(self, device: Listed, _index: int) -> SimpleNamespace:
        return _with_extra(_named(_CONFIGURATION_FIELDS, "<BBHBBBBB", self._ask(device)[1]))

    def get_interface_descriptor(self, device: Listed, number: int, setting: int, _configuration: int) -> SimpleNamespace:
        return self._interface(device, number, setting)[0]

    def get_endpoint_descriptor(self, device: Listed, index: int, number: int, setting: int, _configuration: int) -> SimpleNamespace:
        return self._interface(device, number, setting)[1][index]

    # Opening

    def open_device(self, device: Listed) -> HeldDevice:
        with _as_usb():
            return HeldDevice(self._path, device)

    def close_device(self, held: HeldDevice) -> None:
        held.close()

    def get_configuration(self, held: HeldDevice) -> int:
        return _control(held, Setup(0x80, 0x08, 0, 0, b"", 1))[0]

    def set_configuration(self, held: HeldDevice, value: int) -> None:
        _control(held, Setup(0x00, 0x09, value, 0, b"", 0))

    def claim_interface(self, _held: HeldDevice, _number: int) -> None:
        """Whoever has the device has all of it."""

    def release_interface(self, _held: HeldDevice, _number: int) -> None:
        """As above."""

    def clear_halt(self, held: HeldDevice, address: int) -> None:
        _control(held, Setup(0x02, 0x01, 0, address, b"", 0))

    # Transfers

    def bulk_write(self, held: HeldDevice, address: int, _number: int, data: array[int], timeout_ms: int) -> int:
        with _as_usb():
            return held.send(address, data.tobytes(), timeout_ms / 1000)

    def bulk_read(self, held: HeldDevice, address: int, _number: int, into: array[int], timeout_ms: int) -> int:
        with _as_usb():
            return _fill(into, held.ask(address, len(into), timeout_ms / 1000))

    intr_write, intr_read = bulk_write, bulk_read

    def ctrl_transfer(  # noqa: PLR0917 - as pyusb calls it
        self, held: HeldDevice, kind: int, request: int, value: int, index: int, data: array[int], timeout_ms: int
    ) -> int:
        with _as_usb():
            came = held.control(Setup(kind, request, value, index, data.tobytes(), len(data)), timeout_ms / 1000)
            return _fill(data, came) if kind & 0x80 else len(data)

    def _ask(self, device: Listed) -> tuple[bytes, bytes]:
        """The descriptors of the device and of its configuration; asked once for each time that it is plugged in."""
        if device not in self._told:
            with _as_usb():
                held = HeldDevice(self._path, device)
                try:
                    head = held.control(_descriptor(_CONFIGURATION, _CONFIGURATION_BYTES))
                    whole = held.control(_descriptor(_CONFIGURATION, int.from_bytes(head[2:4], "little")))
                    self._told[device] = held.control(_descriptor(_DEVICE, _DEVICE_BYTES)), whole
                finally:
                    held.close()
        return self._told[device]

    def _interface(self, device: Listed, number: int, setting: int) -> tuple[SimpleNamespace, list[SimpleNamespace]]:
        """An interface with its endpoints. Raise IndexError where there is none, which is how pyusb hears of it."""
        found: list[tuple[SimpleNamespace, list[SimpleNamespace]]] = []
        for piece in _pieces(self._ask(device)[1]):
            if piece[1] == _INTERFACE:
                found.append((_with_extra(_named(_INTERFACE_FIELDS, "<9B", piece)), []))
            elif piece[1] == _ENDPOINT:
                end = _with_extra(_named(_ENDPOINT_FIELDS, "<BBBBHB", piece))
                end.__dict__.update(bRefresh=0, bSynchAddress=0)
                found[-1][1].append(end)
            elif found:
                found[-1][0].extra_descriptors += piece
        return [each for each in found if each[0].bInterfaceNumber == number][setting]


@cache
def bench_bus() -> BenchUsb | None:
    """The USB of the bench that this process is at; None where it is at none."""
    panel = os.environ.get(PANEL_VARIABLE)
    return BenchUsb(Path(panel).with_name(USB_SOCKET)) if panel else None


def _control(held: HeldDevice, asked: Setup) -> bytes:
    with _as_usb():
        return held.control(asked)


def _descriptor(kind: int, length: int) -> Setup:
    return Setup(0x80, 0x06, kind << 8, 0, b"", length)


def _pieces(configuration: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(configuration):
        yield configuration[at : at + configuration[at]]
        at += configuration[at]


def _named(fields: str, form: str, told: bytes) -> SimpleNamespace:
    return SimpleNamespace(**dict(zip(fields.split(), struct.unpack_from(form, told), strict=True)))


def _with_extra(descriptor: SimpleNamespace) -> SimpleNamespace:
    descriptor.extra_descriptors = b""
    return descriptor


def _fill(into: array[int], data: bytes) -> int:
    into[: len(data)] = array("B", data)
    return len(data)


@contextmanager
def _as_usb() -> Iterator[None]:
    """What a kernel says by numbers, as pyusb says it."""
    try:
        yield
    except OSError as problem:
        kind: Callable[..., Exception] = usb.core.USBTimeoutError if problem.errno == errno.ETIMEDOUT else usb.core.USBError
        raise kind(problem.strerror, None, problem.errno) from problem
