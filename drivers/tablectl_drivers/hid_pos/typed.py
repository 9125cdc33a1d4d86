"""What a scanner types, as cards (KEYBOARD.md 4). No I/O, no clock."""

from __future__ import annotations

from collections.abc import Mapping

from tablectl_drivers.events import DeviceEvent
from tablectl_drivers.hid_pos.keys import Decoder, Garbled, Typed
from tablectl_drivers.reading.deck_map import DeckMap
from tablectl_drivers.reading.printed import AIM, QUALITY, Refused, agrees, code_of
from tablectl_drivers.reading.readings import Readings


class Keys:
    """Fills Language of the session. `symbologies` are the AIM letters of the codes that cards carry; where there are some, each code has to have
    its AIM prefix."""

    def __init__(self, symbologies: tuple[str, ...], deck_map: DeckMap, readings: Readings) -> None:
        self._symbologies = symbologies
        self._deck_map = deck_map
        self.readings = readings
        self.decoder = Decoder()
        self._counts: dict[str, int] = dict.fromkeys((*map(str, Refused), "other_symbologies", "map_says_another"), 0)

    def counters(self) -> Mapping[str, int]:
        return self._counts

    def card(self, found: Typed | Garbled) -> DeviceEvent:
        code = self._code(found.text) if isinstance(found, Typed) else None
        return self.readings.unreadable() if code is None else self.readings.code(code, QUALITY)

    def _code(self, text: str) -> str | None:
        """The code that was typed, if it is one, of the right kind, and the map does not say another card."""
        code, prefix = code_of(text, aim_required=bool(self._symbologies)), AIM.match(text)
        if isinstance(code, Refused):
            self._counts[code] += 1
        elif self._symbologies and prefix is not None and prefix.group()[1] not in self._symbologies:
            self._counts["other_symbologies"] += 1
        elif not agrees(self._deck_map, code):
            self._counts["map_says_another"] += 1
        else:
            return code
        return None
