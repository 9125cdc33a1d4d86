"""GPIO chips of the kernel's own simulator: the kernel has them as it has any other, and here is the outside world of their lines."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Final

CONFIG: Final = Path("/sys/kernel/config/gpio-sim")
DEVICES: Final = Path("/sys/devices/platform")


class Chip:
    """One chip on a device of its own. It is there from `plug` to `unplug`; what its lines are pulled to is new each time."""

    def __init__(self, name: str, label: str, lines: int, high: Collection[int] = ()) -> None:
        """The lines `high` rest there, as inputs with a pull-up do; the others are low where nobody drives them, as those of lamps are."""
        self._home = CONFIG / name
        self._bank = self._home / "bank0"
        self._bank.mkdir(parents=True)
        (self._bank / "num_lines").write_text(str(lines), "ascii")
        (self._bank / "label").write_text(label, "ascii")
        self._high = high

    def plug(self) -> None:
        (self._home / "live").write_text("1", "ascii")
        for line in self._high:
            self.pull(line, up=True)

    def unplug(self) -> None:
        (self._home / "live").write_text("0", "ascii")

    def remove(self) -> None:
        with suppress(OSError):  # it is unplugged already
            self.unplug()
        self._bank.rmdir()
        self._home.rmdir()

    @property
    def number(self) -> int:
        return int(self._chip.removeprefix("gpiochip"))

    @property
    def parent(self) -> str:
        return (self._home / "dev_name").read_text("ascii").strip()

    def pull(self, line: int, *, up: bool) -> None:
        """What a contact does to an input."""
        (self._line(line) / "pull").write_text("pull-up" if up else "pull-down", "ascii")

    def level(self, line: int) -> int:
        return int((self._line(line) / "value").read_text("ascii"))

    @property
    def _chip(self) -> str:
        return (self._bank / "chip_name").read_text("ascii").strip()

    def _line(self, line: int) -> Path:
        return DEVICES / self.parent / self._chip / f"sim_gpio{line}"
