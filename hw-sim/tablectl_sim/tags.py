"""Tags in the field of an antenna: put there, taken away, or let past it for a moment. On ticks; shared by the readers of tags."""

from __future__ import annotations

from typing import Final

PASSING_S: Final = 0.4  # a card that is drawn past the antenna at a dealer's pace


class Field:
    """Which tags are in the field, in the order in which they came. A tag that answered rests until the field goes off or it is taken away."""

    def __init__(self) -> None:
        self._leaves: dict[str, float | None] = {}
        self._resting: set[str] = set()

    @property
    def tags(self) -> tuple[str, ...]:
        return tuple(self._leaves)

    @property
    def awake(self) -> tuple[str, ...]:
        return tuple(uid for uid in self._leaves if uid not in self._resting)

    def put(self, uid: str) -> None:
        self._leaves[uid] = None

    def take(self, uid: str) -> None:
        self._leaves.pop(uid, None)
        self._resting.discard(uid)

    def pass_by(self, uid: str, now: float) -> None:
        self._leaves[uid] = now + PASSING_S

    def rest(self, uids: tuple[str, ...]) -> None:
        self._resting.update(uids)

    def wake(self) -> None:
        self._resting.clear()

    def tick(self, now: float) -> None:
        """Those that were only passing leave."""
        for uid in [uid for uid, leaves in self._leaves.items() if leaves is not None and leaves <= now]:
            self.take(uid)
