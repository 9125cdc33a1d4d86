"""What the sheets call an irregularity, over the wire: people do it at the bench, say it where no reader sees it, and the rule comes of it.

Which scenario plays which irregularity stands in README.md beside this file, and `test_irregularities_listed.py` holds it to the sheets.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tablectl_sim import scenario as scenarios
from tablectl_sim.cards import Card, card
from tablectl_sim.fourcards import house_way

from .conftest import MakeTable
from .running import PASSWORD, Supervisor, Table, View

CONFIG = Path(__file__).parents[2] / "config" / "rules"
SECONDS = 200.0
CONFIGURATION = 78  # the exit code for one that is refused

pytestmark = pytest.mark.timeout(300)


@dataclass(frozen=True)
class Ruling:
    """What the floor does once: in this round of the table, when the display first says this step or a hold has this cause."""

    round: int
    when: str
    say: Callable[[Table, Supervisor], None]


@dataclass
class Told:
    """What the record says of each round."""

    causes: Counter[tuple[int, str]] = field(default_factory=Counter)
    facts: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    endings: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def places(self, round: int) -> Counter[str]:
        """Where the cards of a round were dealt at first, by area."""
        return Counter(fact["place"]["area"] for fact in self.facts[round] if fact["kind"] == "card_dealt")

    def count(self, round: int, kind: str) -> int:
        return sum(fact["kind"] == kind for fact in self.facts[round])

    def is_shown_late(self, round: int) -> bool:
        """Whether the card that was shown by mistake was shown after the first decision."""
        kinds = [fact["kind"] for fact in self.facts[round]]
        return kinds.index("card_exposed") > kinds.index("decided")

    def tasks(self, round: int) -> list[str]:
        return [f"{fact['task']}{' refused' if fact['refused'] else ''}" for fact in self.facts[round] if fact["kind"] == "prepared"]


def play(table: MakeTable, scenario: str, *rulings: Ruling, house_rules: Path | None = None, seconds: float = SECONDS) -> Told:
    """Deal a scenario to its end; the floor rules as it should and releases every hold. What then stands in the record is returned."""
    game = scenarios.load(scenarios.find(scenario)).table.game
    told = Told()
    dealt = table(scenario, house_rules=house_rules or CONFIG / f"{game}-document.toml", note=told.notes.append)
    admin = sit_down(dealt)
    dealt.bench.deal()
    waiting = list(rulings)
    with admin.live() as live:
        for view in live.views(seconds):
            if dealt.bench.dealer.done.is_set():
                break
            look_after(dealt, admin, view or admin.view(), waiting)
    assert dealt.bench.dealer.done.is_set(), (admin.view()["step"], admin.view()["holds"], told.notes)
    assert not waiting
    assert dealt.daemon.stop() == 0
    read(dealt, told)
    assert not [note for note in told.notes if "did not happen" in note]
    dealt.recompute()
    return told


def sit_down(table: Table) -> Supervisor:
    """Start the daemon and let the bench's dealer and supervisor in."""
    table.start()
    admin = table.supervisor()
    people = {"dealer": ("Dora", PASSWORD), "supervisor": ("Sam", PASSWORD)}
    for role, (name, password) in people.items():
        answer = admin.client.post("/api/users", json={"name": name, "password": password, "role": role})
        assert answer.status_code == 200, answer.text
    table.bench.sign_in(admin.url, people["dealer"], people["supervisor"])
    return admin


def look_after(table: Table, admin: Supervisor, view: View, waiting: list[Ruling]) -> None:
    occasions = {view["step"]["kind"], *(hold["code"] for hold in view["holds"])}
    for ruling in [ruling for ruling in waiting if ruling.round == view["round"] and ruling.when in occasions]:
        ruling.say(table, admin)
        waiting.remove(ruling)
    for hold in view["holds"]:
        admin.ask(kind="release_hold", hold=hold["id"], reason="looked at it")


def read(table: Table, told: Told | None = None) -> Told:
    """What stands in the record so far."""
    told, number = told or Told(), 0
    for record in table.records():
        body = json.loads(record.body)
        match record.type:
            case "round_opened":
                number = body["round"]
                told.facts[number] = []
            case "hold_raised":
                told.causes[number, body["hold"]["cause"]] += 1
            case "fact_taken":
                told.facts[number].append(body["fact"])
            case "round_ended":
                told.endings.append(body["ending"])
                assert body["house"] + sum(net for _, net in body["nets"]) == 0
                assert body["ending"] == "settled" or not any(net for _, net in body["nets"]), "every wager goes back"
            case _:
                pass
    return told


def misdeal(reason: str) -> Callable[[Table, Supervisor], None]:
    return lambda _, admin: admin.do(kind="declare_misdeal", reason=reason)


def reset_house_hand(table: Table, admin: Supervisor) -> None:
    """The dealer's cards were read wrong: named anew they are the lowest hand there is, and the supervisor sets what the house way keeps."""
    lying = [card(each["face"]) for each in admin.view()["dealer"]]
    named = {lying.index(kept): card(face) for kept, face in zip(house_way(lying), ("2c", "7d"), strict=True)}
    again = [named.get(index, there) for index, there in enumerate(lying)]
    place = {"area": "dealer", "seat": 0}
    identified = [{"place": place, "index": index, "card": face(there)} for index, there in named.items()]
    for fact in identified:
        admin.do(kind="identify_card", reason="it was read wrong", **fact)
    assert [hold["code"] for hold in admin.view()["holds"]] == ["round_unsettled"], "the seats wait"
    facts = read(table).facts[admin.view()["round"]]
    chosen = next(index for index, fact in enumerate(facts) if fact["kind"] == "cards_chosen" and not fact["seat"])
    hand = [face(kept) for kept in house_way(again)]
    right = [{"kind": "card_identified", **fact} for fact in identified] + [{"kind": "cards_chosen", "seat": 0, "hands": [hand]}]
    admin.do(kind="correct_round", index=chosen, facts=right, reason="the house way")


def face(there: Card) -> dict[str, object]:
    """A card in the console's words."""
    return {"rank": there.high, "suit": str(there)[1]}


def test_texas_shootout(table: MakeTable) -> None:
    told = play(
        table,
        "shootout-irregular",
        Ruling(3, "card_not_due", misdeal("seat 1 has five cards")),
        Ruling(4, "choose_cards", misdeal("seat 2 has three cards")),
        Ruling(5, "settle_seat", reset_house_hand),
    )
    whole = Counter(burn=1, seat=8, dealer=4, board=5)
    assert told.endings == ["settled", "settled", "misdeal", "misdeal", "settled"]
    assert told.causes - Counter({(5, "paid_otherwise"): 2}) == {
        (1, "card_unreadable"): 1,
        (2, "error_light"): 1,
        (2, "device_fault"): 1,
        (2, "card_not_due"): 2,
        (3, "card_not_due"): 1,
        (5, "round_unsettled"): 1,
    }, "but for a seat that the dealer had settled before the floor came to the table"
    assert told.places(1) == whole + Counter(seat=1), "what was dealt to seat 2 at first lay face up"
    assert [fact["reason"] for fact in told.facts[1] if fact["kind"] == "corrected"] == ["it lay face up in the shoe"]
    assert told.count(1, "card_exposed") == 2, "shown by mistake is only recorded"
    assert [fact["seat"] for fact in told.facts[1] if fact["kind"] == "cards_chosen"] == [1, 2, 0, 0], "the dealer set the house hand again"
    tried = ["shuffle", "approve", "cut refused", "cut refused", "cut"]
    assert told.tasks(2) == [*tried, *tried, "load"], "nobody cuts, so the dealer does; a doubt begins it all again"
    assert told.places(2) == whole + Counter(burn=1, discard=1), "the card that nobody saw was the first of the board"
    assert [fact["reason"] for fact in told.facts[3] if fact["kind"] == "corrected"] == ["the new dealer burned no card"]


def void(reason: str) -> Callable[[Table, Supervisor], None]:
    return lambda _, admin: admin.do(kind="void_round", reason=reason)


@pytest.mark.soak
@pytest.mark.timeout(900)
def test_texas_shootout_runs_empty(table: MakeTable) -> None:
    told = play(table, "shootout-runs-empty", Ruling(9, "round_unsettled", void("the shoe is empty")), seconds=SECONDS * 5)
    assert told.endings == ["settled"] * 8 + ["void"]
    assert told.causes == {(9, "round_unsettled"): 1}
    assert sum(sum(told.places(number).values()) for number in told.facts) == 312
    assert [fact["reason"] for fact in told.facts[9] if fact["kind"] == "shuffle_called"] == ["all cards of the pack have been dealt"]


def test_showdown_poker(table: MakeTable) -> None:
    told = play(
        table,
        "showdown-irregular",
        Ruling(3, "card_not_due", misdeal("seat 1 has five cards")),
        Ruling(4, "supervisor_called", void("a player saw all cards of the dealer")),
    )
    whole = Counter(seat=8, dealer=4, board=5)
    assert told.endings == ["settled", "settled", "misdeal", "void", "settled"]
    assert told.causes == {
        (1, "card_unreadable"): 1,
        (1, "card_not_due"): 1,
        (2, "error_light"): 1,
        (2, "device_fault"): 1,
        (2, "card_not_due"): 1,
        (3, "card_not_due"): 1,
        (4, "supervisor_called"): 1,
    }
    assert told.places(1) == whole + Counter(seat=1)
    assert told.count(1, "card_exposed") == 1
    assert [note for note in told.notes if "the house way sets" in note], "the table refuses another house hand"
    assert told.places(2) == whole + Counter(discard=1)


def test_ultimate_texas_holdem(table: MakeTable) -> None:
    told = play(table, "uth-irregular", Ruling(4, "card_not_due", misdeal("the dealer has three cards")))
    assert told.endings == ["settled", "misdeal", "misdeal", "misdeal", "settled"]
    assert [told.count(number, "card_exposed") for number in range(1, 6)] == [1, 2, 1, 0, 1]
    assert told.is_shown_late(5), "and so a card of the dealer's is no misdeal"
    assert told.causes == {(4, "card_not_due"): 1}


def test_casino_holdem_dealt_on(table: MakeTable, tmp_path: Path) -> None:
    """A pack that is dealt on from round to round, shuffled by hand: cards are shown, a round is voided, and the pack ends within a deal."""
    rules = tmp_path / "dealt-on.toml"
    rules.write_text((CONFIG / "casino_holdem-document.toml").read_text().replace("every_round = true", "every_round = false"))
    told = play(
        table,
        "casino-holdem-dealt-on",
        Ruling(3, "supervisor_called", ask_for_a_seventh_field),
        Ruling(4, "supervisor_called", void("the board was turned before field 2 had spoken")),
        house_rules=rules,
    )
    assert told.endings == ["settled"] * 3 + ["void"] + ["settled"] * 2
    assert told.causes == {(3, "supervisor_called"): 1, (4, "supervisor_called"): 1}
    assert told.count(3, "card_exposed") == 1
    assert told.is_shown_late(3), "and so nothing is gathered"
    assert told.tasks(2)[-3:] == ["cut refused", "cut", "load"], "the dealer cuts where the player does not"
    made_ready = {number: [task for task in told.tasks(number) if "refused" not in task] for number in told.facts}
    shuffled = ["shuffle", "cut", "load"]
    assert made_ready == {1: shuffled, 2: ["gather", *shuffled], 3: [], 4: [], 5: [], 6: shuffled}
    assert [fact["reason"] for fact in told.facts[6] if fact["kind"] == "shuffle_called"] == ["all cards of the pack have been dealt"]
    assert told.places(6) == Counter(seat=4, dealer=2, board=5), "and the deal goes on where it stopped"
    assert [told.count(number, "betting_closed") for number in range(1, 7)] == [1] * 6, "the wagers stand"


def ask_for_a_seventh_field(table: Table, admin: Supervisor) -> None:
    """No button is wired for it, no table has it, and whoever enters a wager on it is refused."""
    answer = admin.ask(kind="set_wager", seat=7, bet="ante", amount=500, marks=[])
    assert (answer["done"], answer["rule"]) == (False, "CH 2.1"), answer
    assert [seat["seat"] for seat in admin.view()["seats"]] == [1, 2, 3, 4, 5, 6]
    written = table.bench.config_path.read_text()
    for was, asked, why in (("seat6.bet", "seat7.bet", "the table has 6 seats"), ("seats = 6", "seats = 7", "at most 6 seats, found 7")):
        config = table.folder / "seventh-field.toml"
        config.write_text(written.replace(was, asked))
        checked = table.command("check", "--config", str(config))
        assert checked.returncode == CONFIGURATION, checked.stdout + checked.stderr
        assert why in checked.stdout + checked.stderr


def test_texas_blackjack(table: MakeTable) -> None:
    told = play(
        table,
        "blackjack-irregular",
        Ruling(1, "pack_unknown", put_own_packs_in),
        Ruling(2, "card_unreadable", name_first_card),
        Ruling(3, "settle_seat", misdeal("the decks have 311 cards")),
    )
    assert told.endings == ["settled", "settled", "misdeal", "settled"]
    assert told.causes == {(1, "pack_unknown"): 1, (2, "card_unreadable"): 1}
    assert told.count(1, "card_exposed") == 1
    assert told.count(2, "card_identified") == 1
    assert told.count(3, "hand_turned") >= 1


def name_first_card(table: Table, admin: Supervisor) -> None:
    """The card of seat 1 is damaged, and the supervisor names it."""
    admin.do(kind="identify_card", place={"area": "seat", "seat": 1}, index=0, card=face(table.bench.world.felt[0]), reason="a corner is torn")


def put_own_packs_in(table: Table, admin: Supervisor) -> None:
    """The machine holds the packs of another table, and no card of them is dealt: it gets those of this one."""
    shoe = admin.view()["shoe"]
    assert (shoe["pack"], shoe["verified"], shoe["seen"]) == (3, False, 0)
    with admin.live() as live:
        table.bench.world.new_cards()
        live.wait(lambda view: view["shoe"]["pack"] == 1 and view["shoe"]["verified"], SECONDS, "the packs of this table")
