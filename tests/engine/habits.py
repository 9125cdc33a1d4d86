"""How each of the five games is played at random: every switch of its house rules, wagers that stand, and what people say at its table."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from hypothesis import strategies as st

from tablectl.engine.cards import Card
from tablectl.engine.decks import EIGHT_39
from tablectl.engine.facts import BURN, DISCARD, SPLIT, CardDealt, PlainFact, WagerPlaced
from tablectl.engine.games.casino_holdem import CASINO_HOLDEM
from tablectl.engine.games.casino_holdem import house as ch
from tablectl.engine.games.showdown_poker import SHOWDOWN_POKER
from tablectl.engine.games.showdown_poker import house as sp
from tablectl.engine.games.texas_shootout import TEXAS_SHOOTOUT
from tablectl.engine.games.texas_shootout.house import ShootoutRules
from tablectl.engine.games.tx_bj import TX_BJ
from tablectl.engine.games.tx_bj import house as tx
from tablectl.engine.games.tx_bj.standing import BOX, COMBO, SIDE_BETS
from tablectl.engine.games.tx_bj.wagers import MARKS
from tablectl.engine.games.uth import UTH as ULTIMATE
from tablectl.engine.games.uth import house as uth
from tablectl.engine.money import MoneyRules
from tablectl.engine.steps import Deal, Ending, Prepare, RoundOver, Step

from .laws import Habits
from .shooting import rules

_money: Final = st.builds(MoneyRules, rounding=st.sampled_from(["exact", "up", "down", "nearest"]), smallest_chip=st.just(1))
_orders: Final = st.sampled_from(["one_at_a_time", "packets"])
_after_fold: Final = st.sampled_from(["in_action", "forfeit"])


def _placed(number: int, **amounts: int) -> list[WagerPlaced]:
    return [WagerPlaced(number, bet, amount) for bet, amount in amounts.items()]


def _some_seats(chance: random.Random, most: int) -> Iterable[int]:
    return chance.sample(range(1, most + 1), chance.randint(1, most))


def _turned(document: Any) -> Any:  # noqa: ANN401 - the house rules of a game with some parts replaced
    return lambda **parts: replace(document, **parts)


def _uth_wagers(chance: random.Random, _: uth.UthRules) -> Iterator[WagerPlaced]:
    for number in _some_seats(chance, 7):
        ante = 2 * chance.randint(1, 50)
        yield from _placed(number, ante=ante, blind=ante, triple_bonus=chance.choice([0, ante, chance.randint(1, ante)]))


UTH: Final[Habits[uth.UthRules]] = Habits(
    ULTIMATE,
    "UTH",
    st.builds(
        _turned(uth.DOCUMENT),
        preflop_multiples=st.sampled_from([(4,), (4, 3)]),
        river_multiple=st.sampled_from([1, 2]),
        burn=st.sampled_from(["none", "before_each_street"]),
        triple=st.builds(uth.TripleRules, after_fold=_after_fold, must_win=st.booleans()),
        deal=st.builds(uth.DealRules, order=_orders),
        money=_money,
    ),
    _uth_wagers,
    ("check", "fold", "play_1x", "play_2x", "play_3x", "play_4x"),
    RoundOver(Ending.SETTLED, "UTH 9.9"),
    most_facts=130,  # seven seats: 21 wagers, 16 + 5 + 2 cards, 21 decisions, 8 reveals, 7 settlements and the close are fewer
)


def _ch_wagers(chance: random.Random, rules: ch.CasinoHoldemRules) -> Iterator[WagerPlaced]:
    for number in _some_seats(chance, 6):
        ante, dark = 2 * chance.randint(1, 50), chance.random() < 0.4
        bonus = 0 if dark and not rules.dark.bonus else chance.choice([0, chance.randint(1, 20)])
        yield from _placed(number, ante=ante, bonus=bonus, bet=2 * ante if dark else 0)


CASINO: Final[Habits[ch.CasinoHoldemRules]] = Habits(
    CASINO_HOLDEM,
    "CH",
    st.builds(
        _turned(ch.DOCUMENT),
        shuffle=st.builds(ch.ShuffleRules, every_round=st.booleans(), cut=st.booleans()),
        deal=st.builds(ch.DealRules, order=_orders),
        bonus=st.builds(ch.BonusRules, after_fold=_after_fold, quads_one_own=st.sampled_from(["as_trips", "as_quads", "none"])),
        dark=st.builds(ch.DarkRules, bonus=st.booleans()),
        not_qualified=st.builds(ch.NotQualifiedRules, ante=st.sampled_from(["by_table", "by_table_if_better"])),
        money=_money,
    ),
    _ch_wagers,
    ("call", "fold"),
    RoundOver(Ending.SETTLED, "CH 9.9"),
    most_facts=250,  # six fields: 18 wagers, 19 cards, 6 decisions, 8 reveals, 12 passes and the tasks; and two more deals
)

_HIGH: Final = {
    "five_of_a_kind_suited": "1000:1",
    "royal_flush": "200:1",
    "straight_flush": "75:1",
    "five_of_a_kind": "40:1",
    "four_of_a_kind": "7:1",
}
_TABLES: Final = (
    _HIGH | {"full_house": "3:1", "flush": "2:1"},
    _HIGH | {"full_house": "3:1", "flush": "3:2", "straight": "1:1", "three_of_a_kind": "push"},
)


def _sp_wagers(chance: random.Random, _: sp.ShowdownRules) -> Iterator[WagerPlaced]:
    for number in _some_seats(chance, 7):
        yield from _placed(number, ante=chance.randint(1, 50), bonus=2 * chance.randint(0, 10))


def _sp_beside(step: Step, fact: PlainFact) -> bool:
    """A card that lies face up in the shoe, or was drawn too early and seen, is put aside (SP 8.3)."""
    return not isinstance(step, RoundOver) and isinstance(fact, CardDealt) and fact.place == DISCARD


SHOWDOWN: Final[Habits[sp.ShowdownRules]] = Habits(
    SHOWDOWN_POKER,
    "SP",
    st.builds(
        _turned(sp.DOCUMENT),
        advice=st.booleans(),
        bonus=st.builds(sp.BonusRules, table=st.sampled_from(_TABLES)),
        house_way=st.builds(
            sp.HouseWaySwitches, two_highest=st.sampled_from(["class", "top_two"]), pair_tie=st.sampled_from(["suited_first", "alphabet"])
        ),
        money=_money,
    ),
    _sp_wagers,
    ("split",),
    RoundOver(Ending.SETTLED, "SP 8.9"),
    most_facts=90,  # seven seats: 14 wagers, 37 cards, 8 turns, 8 selections, 7 settlements and the close are fewer
    beside=_sp_beside,
)


def _ts_wagers(chance: random.Random, _: ShootoutRules) -> Iterator[WagerPlaced]:
    for number in _some_seats(chance, 7):
        bonus = chance.choice([0, 4, 5, 10])
        yield from _placed(number, ante=chance.randint(1, 50), bonus=bonus, toke=chance.randint(0, 3), bonus_toke=min(bonus, 2))


def _ts_beside(step: Step, fact: PlainFact) -> bool:
    """A card too many is burned, one that lies face up or was seen is put aside, and a toke follows a split (TS 3.4, TS 10.3, TS 5.7)."""
    match fact:
        case CardDealt(place):
            return (isinstance(step, Deal) and place == BURN) or (not isinstance(step, Prepare | RoundOver) and place == DISCARD)
        case WagerPlaced(bet=bet):
            return bet == "split_toke"
        case _:
            return False


SHOOTOUT: Final[Habits[ShootoutRules]] = Habits(
    TEXAS_SHOOTOUT,
    "TS",
    st.builds(
        rules,
        split__allowed=st.sampled_from(["any", "two_pair_or_quads"]),
        split__bonus=st.sampled_from(["optional", "required", "none"]),
        house_way__ten_row=st.sampled_from(["both_ten_or_higher", "ten_with_jack_or_better"]),
        house_way__two_highest=st.sampled_from(["class", "top_two"]),
        house_way__pair_tie=st.sampled_from(["suited_first", "alphabet"]),
        bonus__cap=st.sampled_from([None, 40]),
        bonus__aggregate=st.sampled_from([None, 25]),
        envy__per=st.sampled_from(["wager", "seat"]),
        envy__on_tie=st.sampled_from(["once", "each"]),
        envy__split_sibling=st.booleans(),
        # a table that makes Envy Bonuses frequent enough to be met at random
        envy__table=st.sampled_from([{"straight_flush": 50}, {"full_house": 7, "flush": 5, "straight": 3, "three_of_a_kind": 2, "two_pair": 1}]),
        deal__order=_orders,
        deal__when_empty=st.sampled_from(["void", "reshuffle"]),
        money=_money,
    ),
    _ts_wagers,
    ("with_bonus", "without_bonus", "split"),
    RoundOver(Ending.SETTLED, "TS 10.8"),
    most_facts=170,  # seven seats: 28 wagers, 32 + 5 + 4 cards, 4 tasks with 7 refusals, 7 hands, 7 answers, 7 settlements and the rest are fewer
    beside=_ts_beside,
)

_FEW: Final = tuple(card for card in EIGHT_39.composition if card.rank.letter in "8TA")
"""A shoe of these splits often."""


def _tx_wagers(chance: random.Random, _: tx.TxBjRules) -> Iterator[WagerPlaced]:
    for number in _some_seats(chance, 5):
        yield WagerPlaced(number, BOX, 10 * chance.randint(2, 20))
        for bet in SIDE_BETS:
            marks = tuple(chance.choice(row) for row in MARKS) if bet == COMBO else ()
            if chance.random() < 0.4:
                yield WagerPlaced(number, bet, 2 * chance.randint(1, 10), marks)


def _tx_faces(chance: random.Random) -> Iterable[Card]:
    return _FEW if chance.random() < 0.4 else EIGHT_39.composition


TEXAS: Final[Habits[tx.TxBjRules]] = Habits(
    TX_BJ,
    "TX",
    st.builds(
        _turned(tx.DOCUMENT),
        blackjack=st.builds(
            tx.BlackjackRules,
            dealer_soft_17=st.sampled_from(["stand", "hit"]),
            pays=st.sampled_from(["3:2", "6:5"]),
            double=st.sampled_from(["any_two", "nine_to_eleven", "none"]),
            double_after_split=st.booleans(),
            hands=st.integers(1, 4),
            split_of=st.sampled_from(["same_value", "same_rank"]),
            split_aces=st.sampled_from(["one_card", "as_others"]),
            insurance=st.booleans(),
            even_money=st.booleans(),
            surrender=st.sampled_from(["none", "late"]),
            dealer_second_card=st.sampled_from(["after_players", "before_players"]),
            dealer_blackjack_takes=st.sampled_from(["original", "all"]),
        ),
        a_bet_dealer_ace=st.sampled_from(["full_loss", "half_loss"]),
        money=_money,
    ),
    _tx_wagers,
    ("hit", "stand", "double", SPLIT, "surrender", "insurance", "no_insurance", "even_money", "checked"),
    RoundOver(Ending.SETTLED, "TX 9.5"),
    most_facts=320,  # five seats: 60 wagers, four hands of at most ten cards and answers each, reveals and passes are fewer
    faces=_tx_faces,
)

ALL: Final[tuple[Habits[Any], ...]] = (UTH, CASINO, SHOWDOWN, SHOOTOUT, TEXAS)
