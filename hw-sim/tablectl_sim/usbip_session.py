"""What a device says to the host that has imported it over USB/IP. Bytes in, bytes out: the time is an argument."""

from __future__ import annotations

import errno
from collections import deque
from dataclasses import dataclass, field

from tablectl_sim.usb_gadget import Gadget, Refused
from tablectl_sim.usbip_wire import Submit, Unlink, read_command, submitted, unlinked


@dataclass(slots=True)
class _Transfer:
    """One that is not at its end; `got` is what came from the device so far."""

    asked: Submit
    got: bytearray = field(default_factory=bytearray)


class UsbIpSession:
    """The transfers of one import. Those of a pipe end in the order in which they came; one that is not answered waits until it is unlinked."""

    def __init__(self, gadget: Gadget) -> None:
        self._gadget = gadget
        self._held = bytearray()
        self._pipes: dict[int, deque[_Transfer]] = {}

    def receive(self, data: bytes, now: float) -> bytes:
        """Take bytes of the host and return what is to be sent. Raise BadUsbIp where they are no USB/IP."""
        self._held += data
        out = b""
        while (command := read_command(self._held)) is not None:
            if isinstance(command, Unlink):
                out += self._unlink(command)
            else:
                self._pipes.setdefault(command.pipe, deque()).append(_Transfer(command))
                out += self.tick(now)
        return out

    def tick(self, now: float) -> bytes:
        """Let the device go on, and return what came to its end."""
        out = b""
        for waiting in self._pipes.values():
            while waiting and (end := self._end_of(waiting[0], now)) is not None:
                waiting.popleft()
                out += end
        return out

    def _unlink(self, command: Unlink) -> bytes:
        """A transfer that has not ended ends without a word of its own."""
        for waiting in self._pipes.values():
            for transfer in waiting:
                if transfer.asked.number == command.victim:
                    waiting.remove(transfer)
                    return unlinked(command.number, -errno.ECONNRESET)
        return unlinked(command.number, 0)

    def _end_of(self, transfer: _Transfer, now: float) -> bytes | None:
        asked = transfer.asked
        try:
            if not asked.endpoint:
                answer = self._gadget.control(asked.request())
                return submitted(asked.number, 0, answer, len(asked.data))
            self._gadget.check_end(asked.pipe)
            if not asked.to_host:
                self._gadget.take(asked.data, now)
                return submitted(asked.number, 0, taken=len(asked.data))
            return submitted(asked.number, 0, bytes(transfer.got)) if self._filled(transfer, now) else None
        except Refused as refusal:
            return None if refusal.number == errno.ETIMEDOUT else submitted(asked.number, -refusal.number)

    def _filled(self, transfer: _Transfer, now: float) -> bool:
        """Add packets until one is not full, or there is room for no more; False where more may come."""
        gadget, asked = self._gadget, transfer.asked
        gadget.run(asked.pipe, now)
        while gadget.waiting:
            packet = gadget.give(asked.length - len(transfer.got))
            transfer.got += packet
            if len(packet) < gadget.packet(asked.pipe) or len(transfer.got) == asked.length:
                return True
        return False
