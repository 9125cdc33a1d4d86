"""Maps of cards that a configuration names: a whole pack of the game, or a mistake at the pack that is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tablectl.config import LoadedConfig
from tablectl.errors import ConfigError
from tablectl_drivers.reading.deck_map import CUT, DeckMap, MappedCard, write

Load = Callable[..., LoadedConfig]
FACES = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]


def mapped(faces: list[str], prefix: str = "c") -> str:
    return write(DeckMap({f"{prefix}{index}": MappedCard(1, face, 1, index) for index, face in enumerate(faces, start=1)}))


@pytest.fixture
def load_with(tmp_path: Path, base: str, load_table: Load) -> Callable[..., LoadedConfig]:
    """Load a table whose packs have these maps."""

    def load(*texts: str | bytes) -> LoadedConfig:
        packs = []
        for number, text in enumerate(texts, start=1):
            (tmp_path / f"pack{number}.csv").write_bytes(text.encode() if isinstance(text, str) else text)
            packs.append(f'{{ id = {number}, back = "red", cards = "pack{number}.csv" }}')
        return load_table(base.replace('{ id = 1, back = "red" }', ", ".join(packs)))

    return load


def test_the_maps_of_all_packs_are_one(load_with: Callable[..., LoadedConfig]) -> None:
    found = load_with(mapped(FACES), mapped([*FACES, CUT], "d")).equipment.deck_map
    assert len(found) == 2 * 52 + 1
    assert found.find("d52") == MappedCard(2, "Ks", 1, 52)


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        ([mapped(FACES[1:])], "pack1.csv is no pack of this game: missing Ac"),
        ([mapped([*FACES[1:], "Kd"])], "pack1.csv is no pack of this game: missing Ac; too many Kd"),
        ([mapped(["Ar"])], "and 46 more; too many Ar"),
        ([mapped(FACES), mapped(FACES)], "pack2.csv: a code of card 1 of deck 1 in pack 2 is already that of card 1 of deck 1 in pack 1"),
        (["code,card,deck,index\nc1,1x,1,1\n"], "pack1.csv:2: '1x' is no card"),
        ([b"code,card,deck,index\n\xff,Ah,1,1\n"], "pack1.csv: is no text in UTF-8"),
        (["x" * 1_000_001], "pack1.csv: expected at most 1000000 bytes"),
    ],
)
def test_what_is_no_whole_pack_is_a_mistake_at_its_key(load_with: Callable[..., LoadedConfig], texts: list[str | bytes], words: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_with(*texts)
    assert words in str(caught.value)
    assert f"table.packs[{len(texts) - 1}].cards: " in str(caught.value)


def test_a_map_that_is_not_there_is_a_mistake(base: str, load_table: Load) -> None:
    with pytest.raises(ConfigError, match=r"table\.packs\[0\]\.cards: .*red\.csv: cannot be read: No such file or directory"):
        load_table(base.replace('back = "red"', 'back = "red", cards = "red.csv"'))
