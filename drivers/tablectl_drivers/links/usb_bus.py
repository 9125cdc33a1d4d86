"""Finds a device among those on the USB, and says in an operator's words why it cannot be had.

This module, `usb_interface.py` and `usb_link.py` are the only ones that know pyusb. Which library carries the bytes is a name: an entry point of
the group `tablectl.usb_backends`, a callable that returns a pyusb backend, or None where its library is not installed.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

import usb.core  # type: ignore[import-untyped]  # ships no types
import usb.util  # type: ignore[import-untyped]

from tablectl_drivers.errors import LinkBroken, LinkError, PortAmbiguous, PortBusy, PortDenied, PortMissing, UnknownDriver
from tablectl_drivers.links.holder import holders
from tablectl_drivers.links.usb_port import Kind, Socket, UsbPort, udev_rule

GROUP: Final = "tablectl.usb_backends"
LIBUSB: Final = "libusb1"
FAULTS: Final = (usb.core.USBError, NotImplementedError, ValueError)
"""All that pyusb raises; what a platform cannot do is a NotImplementedError, a text that cannot be read a ValueError."""

_BUILT_IN: Final = (EntryPoint(LIBUSB, "usb.backend.libusb1:get_backend", GROUP),)
_NO_RIGHT: Final = (errno.EACCES, errno.EPERM)
_GONE: Final = (errno.ENODEV, errno.ENOENT, errno.ENXIO, errno.ESHUTDOWN)

Device = Any  # usb.core.Device
Backend = Any  # usb.backend.IBackend


@dataclass(frozen=True, slots=True)
class About:
    """What a device says of itself in its descriptors. Texts are its own and may be anything, also the same as those of another unit."""

    vendor: int
    product: int
    release: int
    maker: str
    model: str
    serial: str


def check_backend(name: str) -> None:
    """Raise UnknownDriver where no backend has this name."""
    known = _backends()
    if name not in known:
        raise UnknownDriver(f"there is no USB backend {name!r}, there is {', '.join(sorted(known))}")


def load_backend(name: str) -> Backend:
    """Load a backend. Raise UnknownDriver where there is none of this name, LinkBroken where its library is missing."""
    check_backend(name)
    backend = _backends()[name].load()()
    if backend is None:
        raise LinkBroken(f"the USB library for {name} is not on this machine; for {LIBUSB} install the package libusb-1.0-0")
    return backend


def devices(backend: Backend) -> Iterator[Device]:
    """Everything that is on the bus now."""
    found: Iterator[Device] = usb.core.find(find_all=True, backend=backend)
    return found


def find(backend: Backend, port: UsbPort) -> Device:
    """Find the one device that a port names. Raise PortMissing, PortDenied or PortAmbiguous."""
    try:
        found = _named(backend, port)
    except usb.core.USBError as error:
        raise LinkBroken(f"{port}: the devices on the USB cannot be listed ({error.strerror})") from error
    if not found:
        raise PortMissing(f"there is no device at {port}; is it plugged in and switched on?")
    if len(found) > 1:
        raise PortAmbiguous(f"{port} is {len(found)} devices: name one by its socket, {' or '.join(sorted(map(place, found)))}")
    return found[0]


def place(device: Device) -> str:
    """Where a device is plugged in, as the text of a port where that is known."""
    if device.port_numbers:
        return str(Socket(device.bus, tuple(device.port_numbers)))
    return f"bus {device.bus} address {device.address}"


def about(device: Device) -> About:
    texts = [_text(device, index) for index in (device.iManufacturer, device.iProduct, device.iSerialNumber)]
    return About(device.idVendor, device.idProduct, device.bcdDevice, *texts)


def look(backend: Backend, port: UsbPort) -> About:
    """Open the one device that a port names, read what it says of itself, and close it again. Raise a LinkError that says why that cannot be."""
    device = find(backend, port)
    try:
        device.get_active_configuration()
        return about(device)
    except FAULTS as error:
        raise refused(port, device, error) from error
    finally:
        usb.util.dispose_resources(device)


def refused(port: UsbPort, device: Device, error: Exception) -> LinkError:
    """Why a device that is there cannot be opened."""
    match getattr(error, "errno", None):
        case number if number in _GONE:
            return PortMissing(f"there is no device at {port} any more; is it plugged in and switched on?")
        case number if number in _NO_RIGHT:
            return _denied(port, device)
        case errno.EBUSY:
            node = f"/dev/bus/usb/{device.bus:03}/{device.address:03}"
            return PortBusy(f"{port}: another program or a driver of the kernel uses the device: {holders(node)}")
        case _:
            return LinkBroken(f"{port}: the device cannot be opened ({error})")


def _denied(port: UsbPort, device: Device) -> PortDenied:
    rule = udev_rule(device.idVendor, device.idProduct)
    return PortDenied(f"{port}: this program may not open the device; a line in /etc/udev/rules.d/71-tablectl.rules gives the right: {rule}")


def _named(backend: Backend, port: UsbPort) -> list[Device]:
    if isinstance(port, Socket):
        return [device for device in devices(backend) if device.bus == port.bus and tuple(device.port_numbers or ()) == port.ports]
    of_kind = [device for device in devices(backend) if (device.idVendor, device.idProduct) == (port.vendor, port.product)]
    return of_kind if port.serial is None else _with_serial(port, of_kind)


def _with_serial(port: Kind, of_kind: list[Device]) -> list[Device]:
    found, locked = [], []
    for device in of_kind:
        try:
            usb.util.get_langids(device)  # the one question whose refusal tells that the right is missing
        except FAULTS as error:
            if getattr(error, "errno", None) in _NO_RIGHT:
                locked.append(device)
        if _text(device, device.iSerialNumber) == port.serial:
            found.append(device)
        usb.util.dispose_resources(device)
    if locked and not found:
        raise _denied(port, locked[0])
    return found


def _text(device: Device, index: int) -> str:
    try:
        return (usb.util.get_string(device, index) or "").strip("\0 ")
    except FAULTS:
        return ""


def _backends() -> Mapping[str, EntryPoint]:
    """Name to entry point; nobody takes the name of ours."""
    return {entry.name: entry for entry in (*entry_points(group=GROUP), *_BUILT_IN)}
