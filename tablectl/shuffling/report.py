"""What the tests came to, per shuffler and pack: in plain words for people, and as plain values for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Final

from tablectl.shuffling.counting import Finding
from tablectl.shuffling.judging import APART, KEPT, LEAST_SHOES, NEIGHBOURS, RANKS, RISING, SAME_RANK, SAME_SUIT, SORTED, SUITS, Judged
from tablectl.shuffling.reading import Dealt

UNUSUAL: Final = 0.01
"""So often a report of fair shufflers has anything unusual at all, whatever the number of its tests."""
_BAR: Final = 12
_PER_DEVIATION: Final = 2

_MEANS: Final = {
    RANKS: ("the ranks lie too evenly over the pack", "some ranks lie too often in one part of the pack"),
    SUITS: ("the suits lie too evenly over the pack", "some suits lie too often in one part of the pack"),
    NEIGHBOURS: ("cards of the last shoe are parted too well", "cards that lay together in the last shoe lie together again"),
    APART: ("cards of the last shoe are parted too well", "cards that lay together in the last shoe lie one card apart, as after a single riffle"),
    KEPT: ("too few cards stay where they were", "cards stay where they were in the last shoe"),
    RISING: ("the order of the last shoe is still in the cards, as after too few riffles", "the order of the last shoe is turned round"),
    SORTED: ("too few cards lie as in a new pack", "cards lie as in a new or sorted pack"),
    SAME_RANK: ("too few cards of a rank lie together", "cards of a rank lie together, as they were gathered"),
    SAME_SUIT: ("too few cards of a suit lie together", "cards of a suit lie together"),
}
"""What fewer and more than expected mean."""


@dataclass(frozen=True, slots=True)
class Group:
    """`pack` None: all packs of this shuffler together."""

    shuffler: str
    pack: int | None
    judged: Judged
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """`tests` is how many p values all groups have together; each is multiplied by it before it is called small."""

    groups: tuple[Group, ...]
    tests: int

    def corrected(self, finding: Finding) -> float:
        return min(1.0, finding.p * self.tests)

    def unusual(self, group: Group) -> tuple[Finding, ...]:
        return tuple(finding for finding in group.findings if self.corrected(finding) < UNUSUAL)

    @property
    def sound(self) -> bool:
        return not any(self.unusual(group) for group in self.groups)


def reported(shoes: Iterable[Dealt]) -> Report:
    """Judge these shoes, in the order in which they were dealt."""
    judged: dict[tuple[str, int | None], Judged] = {}
    last: dict[int, Dealt] = {}
    for shoe in shoes:
        before = last.get(shoe.pack)
        faces = before.faces if before is not None and before.profile == shoe.profile else None
        for pack in (None, shoe.pack):
            key = (f"{shoe.shuffler}, {shoe.profile.id}", pack)
            judged.setdefault(key, Judged(shoe.profile)).add(shoe.faces, faces)
        last[shoe.pack] = shoe
    packs = {shuffler: sum(other == shuffler and pack is not None for other, pack in judged) for shuffler, _ in judged}
    groups = tuple(
        Group(shuffler, pack, counts, tuple(counts.findings()))
        for (shuffler, pack), counts in sorted(judged.items(), key=lambda each: (each[0][0], each[0][1] or 0))
        if pack is not None or packs[shuffler] > 1
    )
    return Report(groups, sum(len(group.findings) for group in groups))


def as_text(report: Report) -> str:
    if not report.groups:
        return "no pack was dealt to its end yet: nothing can be said"
    return "\n\n".join("\n".join(_of_group(report, group)) for group in report.groups)


def _of_group(report: Report, group: Group) -> Iterator[str]:
    judged = group.judged
    name = f"{group.shuffler}, {'all packs' if group.pack is None else f'pack {group.pack}'}"
    counted = f"{judged.shoes:,} {'shoe' if judged.shoes == 1 else 'shoes'}, {judged.cards:,} cards"
    if not group.findings:
        yield f"{name}: {counted}: too few to say anything, it takes {LEAST_SHOES}"
        return
    unusual = report.unusual(group)
    yield f"{name}: {counted}: {f'{len(unusual)} of {len(group.findings)} tests are unusual' if unusual else 'nothing unusual'}"
    yield f"  {'':46}{'cases':>9}{'expected':>11}{'seen':>10}{'p':>9}{'corrected':>11}   {'fewer':<{_BAR}}|{'more':>{_BAR}}"
    for finding in group.findings:
        p, corrected = (f"{value:.2g}" for value in (finding.p, report.corrected(finding)))
        counted = f"{finding.cases:>9,}{finding.expected:>11,.1f}{finding.seen:>10,.1f}"
        line = f"  {finding.name:46}{counted}{p:>9}{corrected:>11}   {_bar(finding.deviations)}"
        yield f"{line}  UNUSUAL" if finding in unusual else line
    for finding in unusual:
        yield f"  {_MEANS[finding.name][finding.deviations > 0]}: {_odds(finding.p)}"


def _bar(deviations: float) -> str:
    """Standard deviations to the left or the right of what is expected."""
    length = min(_BAR, round(abs(deviations) * _PER_DEVIATION))
    return f"{'#' * length if deviations < 0 else '':>{_BAR}}|{'#' * length if deviations > 0 else '':<{_BAR}}"


def _odds(p: float) -> str:
    if p <= 1e-12:  # noqa: PLR2004 - what stands behind it is rounding
        return "a fair shuffle does so in less than one of 1,000,000,000,000 such samples"
    return f"a fair shuffle does so in one of {1 / p:,.0f} such samples"


def as_values(report: Report) -> dict[str, object]:
    """Everything, ready for JSON."""
    return {
        "sound": report.sound,
        "tests": report.tests,
        "unusual_below": UNUSUAL,
        "least_shoes": LEAST_SHOES,
        "groups": [
            {
                "shuffler": group.shuffler,
                "pack": group.pack,
                "shoes": group.judged.shoes,
                "cards": group.judged.cards,
                "tests": [
                    {**asdict(finding), "corrected": report.corrected(finding), "unusual": finding in report.unusual(group)}
                    for finding in group.findings
                ],
            }
            for group in report.groups
        ],
    }
