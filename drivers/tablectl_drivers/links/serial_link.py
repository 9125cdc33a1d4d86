"""A serial port as a link. The only module that knows pyserial."""

from __future__ import annotations

import errno
import grp
import select
import termios
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import serial

from tablectl_drivers.errors import LinkBroken, LinkError, PortBusy, PortDenied, PortMissing
from tablectl_drivers.links.holder import holders
from tablectl_drivers.links.wake import Wake

WRITE_TIMEOUT_S: Final = 0.5
_CHUNK: Final = 4096
# An unplugged port shows as any of these; termios.error is no OSError.
_FAILURES: Final = (serial.SerialException, OSError, termios.error)


@dataclass(frozen=True, slots=True)
class LineSetting:
    """How bytes go over the line: 8 data bits and 1 stop bit always. `parity` is N, E or O; `rts_cts` is hardware handshake."""

    baud: int
    parity: Literal["N", "E", "O"] = "N"
    rts_cts: bool = False


class SerialLink:
    """Open in the thread that will use and close it: pyserial breaks when another thread closes a port that is being read."""

    def __init__(self, port: str, line: LineSetting) -> None:
        """Open and lock the port and drop what it held. Raise PortMissing, PortBusy, PortDenied or LinkBroken."""
        self._port = port
        try:
            self._serial = serial.Serial(port, line.baud, parity=line.parity, rtscts=line.rts_cts, timeout=0, write_timeout=0, exclusive=True)
            self._fd = self._serial.fileno()
        except _FAILURES as error:
            raise _not_opened(port, error) from error

    def receive(self, timeout: float, wake: Wake) -> bytes:
        poll = select.poll()
        poll.register(self._fd, select.POLLIN)
        poll.register(wake, select.POLLIN)
        ready = {fd for fd, _ in poll.poll(max(timeout, 0.0) * 1000)}
        if wake.fileno() in ready:
            wake.clear()
        if self._fd not in ready:
            return b""
        try:
            return self._serial.read(_CHUNK)
        except _FAILURES as error:
            raise self._broken() from error

    def send(self, data: bytes) -> None:
        """See Link. pyserial's own time limit also ends a write that went through while this machine stood still, so it gets none."""
        poll = select.poll()
        poll.register(self._fd, select.POLLOUT)
        rest = memoryview(data)
        while rest:
            if not poll.poll(WRITE_TIMEOUT_S * 1000):
                raise LinkBroken(f"it took no data for {WRITE_TIMEOUT_S} s from {self._port}")
            try:
                rest = rest[self._serial.write(rest) :]
            except _FAILURES as error:
                raise self._broken() from error

    def close(self) -> None:
        try:
            self._serial.close()
        except _FAILURES:
            return  # a port that is gone is closed

    def _broken(self) -> LinkBroken:
        return LinkBroken(f"it was unplugged, or its port {self._port} broke")


def _not_opened(port: str, error: Exception) -> LinkError:
    match getattr(error, "errno", None):
        case errno.ENOENT | errno.ENXIO | errno.ENODEV:
            return PortMissing(f"there is no port {port}; is the device plugged in and switched on?")
        case errno.EACCES | errno.EPERM:
            return PortDenied(f"{port}: this program may not open the port; it must run as a member of group {_group(port)}")
        case errno.EAGAIN | errno.EBUSY:
            return PortBusy(f"{port}: another program uses the port: {holders(port)}")
        case _:
            return LinkBroken(f"{port}: the port cannot be used as a serial port ({error})")


def _group(port: str) -> str:
    try:
        return grp.getgrgid(Path(port).stat().st_gid).gr_name
    except (OSError, KeyError):
        return "that owns it"
