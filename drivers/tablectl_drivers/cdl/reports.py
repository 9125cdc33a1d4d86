"""Where the host stands in a device's reports: in strict order, each once, confirmed no further than is durable (PROTOCOL.md 3.3 to 3.5).

No I/O, no clock.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from tablectl_drivers.cdl import frames, meaning
from tablectl_drivers.events import CardReport, CardSeen, CardsMissed, CardUnreadable, ReportId

_LAST_NUMBER: Final = 0xFFFFFFFF


class Misfit(Enum):
    """A report or a GONE that is not the next thing to take."""

    REPEAT = "repeat"
    GAP = "gap"
    BEHIND = "behind"


class Reports:
    def __init__(self, device: str, resume: ReportId | None) -> None:
        self._device = device
        self._confirmed = resume
        self.taken = resume
        self.counts = dict.fromkeys(("cards", "unreadable", "repeats", "gaps", "missed", "power_cycles"), 0)

    def begin(self, power_up: int, upcoming: int) -> tuple[ReportId, bool]:
        """Find where to go on with a device whose next report will be `upcoming`; also say whether it started anew since."""
        anew = self.taken is not None and self.taken.power_up != power_up
        if self.taken is None:
            self.taken = ReportId(power_up, max(upcoming - 1, 0))
        elif anew:
            self.restart(power_up)
        return self.taken, anew

    def restart(self, power_up: int) -> None:
        self.counts["power_cycles"] += 1
        self.taken = ReportId(power_up, 0)

    def take(self, frame: frames.Report) -> CardReport | Misfit:
        """Take a report of the current power-up where it is the next one."""
        upcoming = self._upcoming()
        if frame.report < upcoming:
            self.counts["repeats"] += 1
            return Misfit.REPEAT
        if frame.report > upcoming:
            self.counts["gaps"] += 1
            return Misfit.GAP
        self.taken = ReportId(frame.power_up, frame.report)
        report = meaning.report(self._device, frame)
        self.counts["cards"] += isinstance(report, CardSeen)
        self.counts["unreadable"] += isinstance(report, CardUnreadable)
        return report

    def skip(self, frame: frames.Gone) -> CardsMissed | Misfit:
        """Go past reports of the current power-up that are gone for good."""
        upcoming = self._upcoming()
        if frame.oldest <= upcoming:
            return Misfit.REPEAT if frame.oldest == upcoming else Misfit.BEHIND
        self.counts["missed"] += frame.oldest - upcoming
        first, last = ReportId(frame.power_up, upcoming), ReportId(frame.power_up, frame.oldest - 1)
        self.taken = last
        return CardsMissed(self._device, first, last)

    def confirm(self, report: ReportId) -> bool:
        """Note that everything up to this report is durable; say whether that is news.

        A report that was never taken, or one of another power-up, is not the device's to forget."""
        taken, confirmed = self.taken, self._confirmed
        if taken is None or report.power_up != taken.power_up or report.number > taken.number:
            return False
        if confirmed is not None and confirmed.power_up == report.power_up and confirmed.number >= report.number:
            return False
        self._confirmed = report
        return True

    def resend_frame(self) -> frames.Resend | None:
        """Ask for the first report that the host lacks."""
        return frames.Resend(0, self.taken.power_up, min(self._upcoming(), _LAST_NUMBER)) if self.taken else None

    def confirm_frame(self) -> frames.Confirm | None:
        """Say what is durable, where that is of the device's power-up."""
        taken, confirmed = self.taken, self._confirmed
        if taken is None or confirmed is None or confirmed.power_up != taken.power_up or confirmed.number == 0:
            return None
        return frames.Confirm(0, confirmed.power_up, confirmed.number)

    def _upcoming(self) -> int:
        return self.taken.number + 1 if self.taken else 1
