"""Reading TOML tables key by key, so that each mistake is told with its file and key and what was expected there."""

from __future__ import annotations

from tablectl_sim.errors import BadScenario


class Section:
    """One table. Each key is taken once; `finish` refuses what is left."""

    def __init__(self, file: str, name: str, values: dict[str, object]) -> None:
        self._file, self._name, self._values = file, name, dict(values)
        self._known: list[str] = []

    def place(self, key: str) -> str:
        return f"{self._file}: {self._name}{key}"

    def wrong(self, key: str, expected: str, came: object) -> BadScenario:
        return BadScenario(f"{self.place(key)}: expected {expected}, not {came!r}")

    def take(self, key: str, default: object) -> object:
        self._known.append(key)
        return self._values.pop(key, default)

    def whole(self, key: str, default: int | None, low: int, high: int) -> int:
        """A whole number; without a default the key has to be there."""
        value = self.take(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.wrong(key, f"a whole number from {low} to {high}", value)
        return value

    def number(self, key: str, default: float, low: float, high: float) -> float:
        value = self.take(key, default)
        if not isinstance(value, int | float) or isinstance(value, bool) or not low <= value <= high:
            raise self.wrong(key, f"a number from {low:g} to {high:g}", value)
        return float(value)

    def flag(self, key: str) -> bool:
        value = self.take(key, default=False)
        if not isinstance(value, bool):
            raise self.wrong(key, "true or false", value)
        return value

    def text(self, key: str, default: str | None) -> str:
        value = self.take(key, default)
        if not isinstance(value, str):
            raise self.wrong(key, "a text", value)
        return value

    def pair(self, key: str) -> tuple[str, str]:
        """Two texts, such as a name and a password; what came instead is not repeated."""
        value = self.take(key, None)
        if not isinstance(value, list) or len(value) != 2 or not all(isinstance(each, str) for each in value):  # noqa: PLR2004 - a pair
            raise self.wrong(key, "two texts", type(value).__name__)
        first, second = value
        return first, second

    def latin(self, key: str, default: str) -> str:
        """A text that fits in a device's length byte; printable or not."""
        value = self.text(key, default)
        if len(value) > 255 or any(ord(sign) > 255 for sign in value):  # noqa: PLR2004 - one byte each
            raise self.wrong(key, "at most 255 signs of Latin-1", value)
        return value

    def choice(self, key: str, default: str | None, choices: tuple[str, ...]) -> str:
        value = self.take(key, default)
        if not isinstance(value, str) or value not in choices:
            raise self.wrong(key, " or ".join(f'"{choice}"' for choice in choices), value)
        return value

    def table(self, key: str) -> Section:
        value = self.take(key, {})
        if not isinstance(value, dict):
            raise self.wrong(key, "a table", value)
        return Section(self._file, f"{self._name}{key}.", value)

    def tables(self, key: str) -> list[Section]:
        value = self.take(key, [])
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            raise self.wrong(key, f"tables [[{key}]]", value)
        return [Section(self._file, f"{self._name}{key}[{index}].", one) for index, one in enumerate(value, 1)]

    def finish(self) -> None:
        """Raise BadScenario where a key is left that nobody asked for."""
        if self._values:
            key = next(iter(self._values))
            raise BadScenario(f"{self.place(key)}: expected no such key; the keys are {', '.join(sorted(self._known))}")
