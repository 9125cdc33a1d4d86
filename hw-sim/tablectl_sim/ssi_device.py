"""A barcode engine that speaks SSI, on ticks, written from the driver's protocol page alone.

Time is an argument (seconds of any steady clock). Section numbers are of that page. Faults are attributes: for as long as they are set, or
as often as they say.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

RESEND_AFTER_S: Final = 2.0  # 3.4
RESENDS: Final = 2  # 3.4
GAP_S: Final = 0.2  # 1
ENGINE: Final = 0
HOST: Final = 4
SEND_AGAIN: Final = b"\x01"
REFUSED: Final = b"\x06"
RAW_OR_PACKETS: Final = 0xEE
CODE_128: Final = b"\x03"


class Op(IntEnum):
    """Opcodes (2)."""

    REQUEST_REVISION = 0xA3
    REPLY_REVISION = 0xA4
    PARAM_SEND = 0xC6
    PARAM_REQUEST = 0xC7
    ACK = 0xD0
    NAK = 0xD1
    BEEP = 0xE6
    LED_ON = 0xE7
    LED_OFF = 0xE8
    SCAN_ENABLE = 0xE9
    DECODE_DATA = 0xF3


def packet(opcode: Op, data: bytes = b"", *, again: bool = False) -> bytes:
    """A packet with its check (1)."""
    body = bytes([4 + len(data), opcode, ENGINE, again]) + data
    return body + ((0x10000 - sum(body)) % 0x10000).to_bytes(2, "big")


@dataclass(slots=True)
class _Sending:
    """A card that waits for its ACK."""

    data: bytes
    again_at: float
    resends: int = 0


class SsiDevice:
    """An engine as it comes: raw data until a host asks for packets."""

    def __init__(self, revision: str = "PAAABS00-001-R00 N 1A 0A") -> None:
        self.revision = revision
        self.parameters: dict[int, int] = {}
        self.beeps: list[int] = []
        self.lamp = False
        self.given_up = 0  # cards that no host acknowledged
        self.mute = False  # hears and says nothing
        self.keeps_raw = False  # acknowledges packets and goes on raw
        self.refuses_packets = False
        self.bad_checks = 0  # so many sendings of a card come with a wrong check
        self.deaf_to_acks = 0  # so many ACKs are lost on their way
        self.noise = b""  # comes before the next card
        self._out: list[bytes] = []
        self._held = bytearray()
        self._heard = 0.0
        self._cards: deque[bytes] = deque()
        self._sending: _Sending | None = None

    @property
    def packeted(self) -> bool:
        return self.parameters.get(RAW_OR_PACKETS) == 1

    @property
    def idle(self) -> bool:
        """Nothing is waiting to be sent or acknowledged."""
        return self._sending is None and not self._cards

    def switch_on(self, now: float) -> None:
        """Power-up: what was set for the time being is forgotten, and so is every card."""
        self.parameters = {RAW_OR_PACKETS: 0}
        self._heard = now
        self._out.clear()
        self._held.clear()
        self._cards.clear()
        self._sending = None

    def show(self, code: str, now: float) -> None:
        """A card with this code goes past the reader."""
        if self.mute:
            return
        if not self.packeted:
            self._out.append(code.encode("ascii") + b"\r\n")
            return
        self._cards.append(CODE_128 + code.encode("ascii"))
        self._send_next(now)

    def take_output(self) -> list[bytes]:
        out, self._out = self._out, []
        return out

    def receive(self, data: bytes, now: float) -> None:
        if self.mute:
            return
        if now - self._heard > GAP_S:
            self._held.clear()
        self._heard = now
        self._held += data
        while (whole := self._next_packet()) is not None:
            self._obey(whole[1], whole[4:-2], now)

    def tick(self, now: float) -> None:
        sending = self._sending
        if sending is None or now < sending.again_at or self.mute:
            return
        if sending.resends < RESENDS:
            sending.resends += 1
            sending.again_at = now + RESEND_AFTER_S
            self._send_card(again=True)
        else:
            self.given_up += 1
            self._sending = None
            self._send_next(now)

    def _next_packet(self) -> bytes | None:
        held = self._held
        while held and not (held[0] >= 4 and (len(held) < 3 or held[2] == HOST)):  # noqa: PLR2004  # a packet's smallest length, and where its source is
            del held[0]  # zero wakes, anything else is noise
        if not held or len(held) < held[0] + 2:
            return None
        whole = bytes(held[: held[0] + 2])
        del held[: len(whole)]
        if sum(whole[:-2]) + int.from_bytes(whole[-2:], "big") & 0xFFFF:
            self._out.append(packet(Op.NAK, SEND_AGAIN))
            return self._next_packet()
        return whole

    def _obey(self, opcode: int, data: bytes, now: float) -> None:
        match opcode:
            case Op.ACK:
                self._acknowledged(now)
            case Op.NAK:
                if self._sending is not None and data == SEND_AGAIN:
                    self._send_card(again=True)
            case Op.REQUEST_REVISION:
                self._out.append(packet(Op.REPLY_REVISION, self.revision.encode("ascii")))
            case Op.PARAM_REQUEST:
                values = b"".join(bytes([number, self.parameters.get(number, 0)]) for number in data)
                self._out.append(packet(Op.PARAM_SEND, b"\xff" + values))
            case Op.PARAM_SEND:
                self._set(data[1:])
            case Op.BEEP:
                self.beeps.append(data[0])
                self._out.append(packet(Op.ACK))
            case Op.LED_ON | Op.LED_OFF:
                self.lamp = opcode == Op.LED_ON
                self._out.append(packet(Op.ACK))
            case Op.SCAN_ENABLE:
                self._out.append(packet(Op.ACK))
            case _:
                self._out.append(packet(Op.NAK, REFUSED))

    def _set(self, pairs: bytes) -> None:
        for number, value in zip(pairs[::2], pairs[1::2], strict=True):
            if number == RAW_OR_PACKETS and self.refuses_packets:
                self._out.append(packet(Op.NAK, REFUSED))
                return
            if number != RAW_OR_PACKETS or not self.keeps_raw:
                self.parameters[number] = value
        self._out.append(packet(Op.ACK))

    def _acknowledged(self, now: float) -> None:
        if self._sending is None:
            return
        if self.deaf_to_acks:
            self.deaf_to_acks -= 1
            return
        self._sending = None
        self._send_next(now)

    def _send_next(self, now: float) -> None:
        if self._sending is None and self._cards:
            self._sending = _Sending(self._cards.popleft(), now + RESEND_AFTER_S)
            if self.noise:
                self._out.append(self.noise)
                self.noise = b""
            self._send_card(again=False)

    def _send_card(self, *, again: bool) -> None:
        if self._sending is None:
            return
        whole = packet(Op.DECODE_DATA, self._sending.data, again=again)
        if self.bad_checks:
            self.bad_checks -= 1
            whole = whole[:-1] + bytes([whole[-1] ^ 0x55])
        self._out.append(whole)
