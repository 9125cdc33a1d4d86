"""What players stake and say in the games that are dealt by the dealer display: by policy and seed, from what they see."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Protocol

from tablectl_sim import blackjack
from tablectl_sim.cards import Card
from tablectl_sim.fourcards import Hand, house_way, worth_a_split
from tablectl_sim.people import Player, strength

LOW_SIDE: Final = 0.5  # chance of a wager in each row of side bets, of a player who likes them
DARK: Final = 0.25  # chance that a player who leaves it to chance plays a field unseen
SPLITS: Final = 0.3
TOKES: Final = 0.4
INSURES: Final = 0.3
HIGH_CARD: Final = 12  # a queen is worth a call


@dataclass(frozen=True, slots=True)
class Wager:
    """`units` presses on a spot; where a wager is marked, `marks` says which mark of each group, counted from 0."""

    spot: str
    units: int
    marks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Sight:
    """What a player sees who is asked: the own cards of this hand, the open cards of the board and of the dealer."""

    own: list[Card]
    board: list[Card]
    dealer: list[Card]


class Manners(Protocol):
    """How a game is played by people. `chance` follows from the seed, the round and the seat."""

    def stakes(self, player: Player, chance: random.Random) -> list[Wager]: ...

    def say(self, player: Player, sight: Sight, options: frozenset[str], chance: random.Random) -> str:
        """One of the options."""
        ...

    def choose(self, player: Player, cards: list[Card], chance: random.Random) -> tuple[Hand, ...]:
        """The hand or the two hands of two cards that are played."""
        ...


class _People:
    """What is alike: some units on the main spot, now and then a bonus, any option, and the house's way with four cards."""

    main = "ante"
    bonus = "bonus"

    def stakes(self, player: Player, chance: random.Random) -> list[Wager]:
        units = chance.randint(1, player.units)
        return [Wager(self.main, units), *([Wager(self.bonus, 1)] if chance.random() < player.bonus else [])]

    def say(self, player: Player, sight: Sight, options: frozenset[str], chance: random.Random) -> str:  # noqa: ARG002 - of those who leave it to chance
        return chance.choice(sorted(options))

    def choose(self, player: Player, cards: list[Card], chance: random.Random) -> tuple[Hand, ...]:
        if player.policy == "random":
            one, two, three, four = chance.sample(cards, 4)
            return ((one, two), (three, four)) if chance.random() < SPLITS else ((one, two),)
        split = worth_a_split(cards)
        return split if split and player.policy == "never_fold" else (house_way(cards),)


class CasinoHoldem(_People):
    """A field that is played dark has its bet beside the ante before the deal and is not asked."""

    def stakes(self, player: Player, chance: random.Random) -> list[Wager]:
        wagers = super().stakes(player, chance)
        dark = player.dark or (player.policy == "random" and chance.random() < DARK)
        return [*wagers, Wager("bet", 1)] if dark else wagers

    def say(self, player: Player, sight: Sight, options: frozenset[str], chance: random.Random) -> str:
        if player.policy == "random":
            return super().say(player, sight, options, chance)
        good = strength(sight.own + sight.board) > 0 or any(card.high >= HIGH_CARD for card in sight.own)
        return "call" if good or player.policy == "never_fold" else "fold"


class TexasBlackjack(_People):
    """Side bets on the first cards, then blackjack."""

    main = "box"

    def stakes(self, player: Player, chance: random.Random) -> list[Wager]:
        wagers = [Wager(self.main, chance.randint(1, player.units))]
        if chance.random() >= player.bonus:
            return wagers
        rows = (("p_red", "p_white", "p_blue"), ("column_one", "column_two", "column_three"), ("d_red", "d_white", "d_blue"), ("a",))
        wagers += [Wager(chance.choice(row), 1) for row in rows if chance.random() < LOW_SIDE]
        if chance.random() < LOW_SIDE:
            wagers.append(Wager("combo", 1, tuple(chance.randrange(3) for _ in range(3))))
        return wagers

    def say(self, player: Player, sight: Sight, options: frozenset[str], chance: random.Random) -> str:
        if "hit" not in options:  # insurance
            return "no_insurance" if player.policy == "sheet" or chance.random() >= INSURES else min(options - {"no_insurance"})
        if player.policy == "random":
            return super().say(player, sight, options, chance)
        return blackjack.play(sight.own, sight.dealer[0], options)


class FourCards(_People):
    """Four cards, of which two or two times two are played."""


class Shootout(FourCards):
    """Players who like a bonus now and then bet for the dealer, too."""

    def stakes(self, player: Player, chance: random.Random) -> list[Wager]:
        wagers = super().stakes(player, chance)
        tokes = [Wager("toke", 1)] if chance.random() < player.bonus * TOKES else []
        return wagers + tokes + ([Wager("bonus_toke", 1)] if tokes and len(wagers) > 1 else [])


MANNERS: Final[Mapping[str, Manners]] = MappingProxyType(
    {"casino_holdem": CasinoHoldem(), "tx_bj": TexasBlackjack(), "showdown_poker": FourCards(), "texas_shootout": Shootout()}
)
