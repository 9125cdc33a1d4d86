"""A pipe of a USB device as a link: two bulk endpoints, or one that interrupts.

A thread of the link's own reads and wakes who waits, so that nothing turns while nothing comes. What the device still held when it was opened is
dropped and counted: it was said to somebody else.
"""

from __future__ import annotations

import errno
import logging
import queue
import select
import threading
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

import usb.control  # type: ignore[import-untyped]  # ships no types
import usb.core  # type: ignore[import-untyped]
import usb.util  # type: ignore[import-untyped]

from tablectl_drivers.errors import LinkBroken, LinkError
from tablectl_drivers.links import usb_bus
from tablectl_drivers.links.usb_bus import FAULTS, Backend, Device
from tablectl_drivers.links.usb_interface import ANSWER_MS, Interface, Unfit, Wanted
from tablectl_drivers.links.usb_port import UsbPort, read
from tablectl_drivers.links.wake import Wake

IDLE_MS: Final = 500  # how long a read waits; after each that brought nothing the device is asked whether it is there
WRITE_TIMEOUT_S: Final = 0.5
DRAIN_MS: Final = 20
DRAIN_AT_MOST_S: Final = 1.0
CLOSE_S: Final = 3.0
STALLS_AT_MOST: Final = 3
HELD_AT_MOST: Final = 256  # transfers; a device that says more waits
_log = logging.getLogger(__name__)


class UsbWire:
    """What a driver keeps of a USB port while links come and go: its name, counts, and how often in a row a pipe stalled."""

    def __init__(self, port: str, backend: str, wanted: Wanted) -> None:
        """Raise BadPort or UnknownDriver where the configuration names something that cannot be."""
        self.port: UsbPort = read(port)
        usb_bus.check_backend(backend)
        self.wanted = wanted
        self.counts = dict.fromkeys(("old_bytes", "halts", "resets"), 0)
        self.stalls: Counter[int] = Counter()
        self._backend_name = backend
        self._backend: Backend = None

    @property
    def backend(self) -> Backend:
        self._backend = self._backend or usb_bus.load_backend(self._backend_name)
        return self._backend

    def counters(self) -> Mapping[str, int]:
        return dict(self.counts)

    def open(self) -> UsbLink:
        """Find and take the device. Raise a LinkError that says why it cannot be had."""
        return UsbLink(self, usb_bus.find(self.backend, self.port))


class UsbLink:
    """Used and closed by the thread that made it."""

    def __init__(self, wire: UsbWire, device: Device) -> None:
        self._wire, self._device = wire, device
        self._place = f"{wire.port} ({usb_bus.place(device)})"
        self._ready = Wake()
        self._closing = threading.Event()
        self._inbox: queue.Queue[bytes] = queue.Queue(HELD_AT_MOST)
        self._end: LinkError | None = None
        self._reset_due = self._closed = False
        self._interface: Interface | None = None
        self._reader = threading.Thread(target=self._run, name=f"usb {wire.port}", daemon=True)
        try:
            device.default_timeout = ANSWER_MS
            self._interface, self._size = self._take()
            self._in: Any = self._interface.way_in
            self._out: Any = self._interface.way_out
            self.about = self._interface.about
            self._drain()
        except BaseException as error:
            self.close()
            if isinstance(error, FAULTS):
                raise usb_bus.refused(wire.port, device, error) from error
            raise
        self._reader.start()

    def receive(self, timeout: float, wake: Wake) -> bytes:
        """One transfer, whole; a report of a scanner is one."""
        poll = select.poll()
        poll.register(self._ready, select.POLLIN)
        poll.register(wake, select.POLLIN)
        ready = {fd for fd, _ in poll.poll(max(timeout, 0.0) * 1000)}
        if wake.fileno() in ready:
            wake.clear()
        if self._ready.fileno() not in ready:
            return b""
        self._ready.clear()
        try:
            data = self._inbox.get_nowait()
        except queue.Empty:
            if self._end is not None:
                self._ready.set()
                raise self._end from None
            return b""
        self._ready.set()  # there may be more; who comes for nothing finds nothing and waits
        return data

    def send(self, data: bytes) -> None:
        if self._out is None:
            raise LinkBroken(f"the device at {self._place} takes no data")
        left = memoryview(data)
        while left:
            try:
                sent = self._device.write(self._out, left, int(WRITE_TIMEOUT_S * 1000))
            except usb.core.USBTimeoutError as error:
                raise LinkBroken(f"it took no data for {WRITE_TIMEOUT_S} s at {self._place}") from error
            except FAULTS as error:
                if (problem := self._after(error, self._out)) is not None:
                    raise problem from error
            else:
                self._wire.stalls[self._out.bEndpointAddress] = 0
                left = left[sent:]

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._closing.set()
        if self._reader.is_alive():
            self._reader.join(CLOSE_S)
            if self._reader.is_alive():
                _log.error("usb read did not end", extra={"port": str(self._wire.port)})
                return  # what is still read from cannot be given back
        if self._reset_due:
            with suppress(*FAULTS):
                self._device.reset()
        if self._interface is not None:
            self._interface.give_back()
        with suppress(*FAULTS):
            usb.util.dispose_resources(self._device)
        self._ready.close()

    # Opening

    def _take(self) -> tuple[Interface, int]:
        """Find the interface that is wanted, and take that one only."""
        wanted = self._wire.wanted
        reasons = []
        for interface in self._candidates():
            try:
                size = wanted.prepare(interface)
                interface.claim()
            except Unfit as reason:
                interface.give_back()
                reasons.append(str(reason))
            except BaseException:
                interface.give_back()
                raise
            else:
                return interface, size
        found = "; ".join(dict.fromkeys(reasons)) or "its interfaces are of other kinds"
        raise LinkBroken(f"the device at {self._place} has no {wanted.what}: {found}")

    def _candidates(self) -> list[Interface]:
        """The interfaces of the right kind. A configuration is set only where the active one has none: setting it again resets a device."""
        try:
            active = self._device.get_active_configuration()
        except usb.core.USBError as error:
            if error.errno is not None:
                raise
            active = None  # pyusb's way to say that none is set
        if active is not None and (found := self._fitting(active)):
            return found
        for configuration in self._device:
            if found := self._fitting(configuration):
                self._device.set_configuration(configuration)
                return found
        return []

    def _fitting(self, configuration: Any) -> list[Interface]:  # noqa: ANN401  pyusb's own
        wanted = self._wire.wanted
        first_settings = [one for one in configuration if one.bInterfaceClass == wanted.interface_class and one.bAlternateSetting == 0]
        about = usb_bus.about(self._device)
        interfaces = [Interface(self._device, about, descriptor, wanted) for descriptor in first_settings]
        return [interface for interface in interfaces if interface.way_in is not None and (interface.way_out is not None or not wanted.sends)]

    def _drain(self) -> None:
        """Read what was said before anybody listened."""
        until = time.monotonic() + DRAIN_AT_MOST_S
        while time.monotonic() < until:
            try:
                self._wire.counts["old_bytes"] += len(self._device.read(self._in, self._size, DRAIN_MS))
            except usb.core.USBTimeoutError:
                return
            except FAULTS as error:
                if (problem := self._after(error, self._in)) is not None:
                    raise problem from error

    # Reading

    def _run(self) -> None:
        end: LinkError = LinkBroken(f"the reader of {self._place} ended in a way that nobody thought of, see the log")
        try:
            end = self._read_on() or end
        finally:
            self._end = end
            self._ready.set()

    def _read_on(self) -> LinkError | None:
        """Read until the link is closed or breaks; return why it broke."""
        while not self._closing.is_set():
            try:
                data = bytes(self._device.read(self._in, self._size, IDLE_MS))
            except usb.core.USBTimeoutError:
                self._wire.stalls[self._in.bEndpointAddress] = 0
                if not self._is_there():
                    return LinkBroken(f"it is not at {self._place} any more, or answers nothing: it was unplugged or hangs")
            except FAULTS as error:
                problem = self._after(error, self._in)
                if problem is None and not self._wire.wanted.said_again:
                    problem = LinkBroken(f"the pipe of {self._place} stalled: what it had to say then is lost")
                if problem is not None:
                    return problem
            else:
                self._wire.stalls[self._in.bEndpointAddress] = 0
                self._keep(data)
        return None

    def _keep(self, data: bytes) -> None:
        while not self._closing.is_set():
            with suppress(queue.Full):
                self._inbox.put(data, timeout=IDLE_MS / 1000)
                self._ready.set()
                return

    def _is_there(self) -> bool:
        """A device that is gone often shows as one that says nothing: look for it, and ask it."""
        here = (self._device.bus, self._device.address)
        try:
            if all((device.bus, device.address) != here for device in usb_bus.devices(self._wire.backend)):
                return False
            usb.control.get_status(self._device)
        except usb.core.USBError as error:
            return bool(error.errno == errno.EPIPE)  # it refuses the question, so it is there
        return True

    def _after(self, error: Exception, end: Any) -> LinkError | None:  # noqa: ANN401  pyusb's own
        """Clear a halt and go on, which is None; else why the link is broken."""
        if getattr(error, "errno", None) != errno.EPIPE:
            return LinkBroken(f"it was unplugged, or its port {self._place} broke")
        self._wire.counts["halts"] += 1
        self._wire.stalls[end.bEndpointAddress] += 1
        _log.warning("usb pipe stalled", extra={"port": str(self._wire.port), "endpoint": end.bEndpointAddress})
        if self._wire.stalls[end.bEndpointAddress] >= STALLS_AT_MOST:
            self._wire.stalls.clear()
            self._wire.counts["resets"] += 1
            self._reset_due = True
            return LinkBroken(f"the device at {self._place} failed: a pipe stalled {STALLS_AT_MOST} times in a row, and it was reset")
        try:
            end.clear_halt()
        except FAULTS:
            return LinkBroken(f"it was unplugged, or its port {self._place} broke")
        return None
