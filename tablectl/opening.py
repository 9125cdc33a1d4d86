"""Whether a table may open on what lies on the disk: its journal with the key of its faces, and the file of users. Nothing here changes a file."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from tablectl.config import LoadedConfig
from tablectl.console.errors import StoreUnusable
from tablectl.console.looking import look
from tablectl.engine.games import GAMES
from tablectl.errors import ConfigError, TablectlError, TryLater
from tablectl.installed import installed
from tablectl.journal.clock import SystemClock
from tablectl.journal.earlier import check_until
from tablectl.journal.errors import JournalBusy, JournalDamaged, JournalError, JournalUnreachable, KeyUnusable, SecretUnreadable, StorageError
from tablectl.journal.filters import Filter
from tablectl.journal.keys import CREDENTIAL, KeySealer, given
from tablectl.journal.reader import Reader
from tablectl.journal.records import Kind
from tablectl.journal.sealing import ClearSealer
from tablectl.journal.signing import Signer
from tablectl.journal.signing import given as signer_given
from tablectl.journal.store import refuse_orphan
from tablectl.settings import PackRulesSettings
from tablectl.table.codec import rules_json
from tablectl.table.custody import PackRules, Policy
from tablectl.table.events import Escalation, TableOpened
from tablectl.table.record.starting import read
from tablectl.table.state import TableState

SHORT: Final = 12  # digits of a digest that a person compares
ON_A_BENCH: Final = "this table is on a bench and not for live play"


def table_opened(config: LoadedConfig, *, clean: bool) -> TableOpened:
    settings, program = config.settings, installed()
    return TableOpened(
        table=settings.table.id,
        game=config.game.id,
        seats=settings.table.seats,
        packs=tuple(pack.id for pack in settings.table.packs),
        rules_id=config.rules.id,
        rules_version=config.rules.version,
        rules_hash=config.rules_hash,
        rules=rules_json(config.rules),
        devices={device.name: device.role for device in settings.devices},
        program=program.version,
        clean=clean,
        short_pack=settings.table.short_pack,
        second_person=settings.table.second_person,
        backs={pack.id: pack.back for pack in settings.table.packs},
        pack_rules=pack_rules(settings.table.pack_rules),
        bench=settings.table.bench,
        escalation=Escalation(settings.table.warnings.repeats, settings.table.warnings.rounds),
        count_every=settings.table.counts.every,
        count_citation=settings.table.counts.citation,
        files=program.files,
        editable=program.editable,
        config=settings_hash(config),
    )


def settings_hash(config: LoadedConfig) -> str:
    """The SHA-256 of every setting in force, defaults and those of the command line too."""
    return sha256(config.settings.model_dump_json().encode()).hexdigest()


def compared(opening: TableOpened, reader: Reader) -> TableOpened:
    """The opening, with what differs from the newest one on record."""
    newest = reader.page(None, 1, Filter(frozenset({Kind.EVENT}), frozenset({opening.kind}))).records
    return replace(opening, changed=tuple(_changes(json.loads(newest[0].body), opening))) if newest else opening


def _changes(before: Mapping[str, Any], now: TableOpened) -> Iterator[str]:
    old, new = _versions(before), _versions({name: getattr(now, name) for name in ("program", "files", "editable", "config", *_RULES)})
    for what, was in old.items():
        if was != new[what]:
            yield f"{what}: {new[what]}, and {was} at the start before"


_RULES: Final = ("rules_id", "rules_version", "rules_hash")


def _versions(opening: Mapping[str, Any]) -> dict[str, str]:
    """What a start runs, each as short as a person can compare."""
    return {
        "program": f"{opening['program']}, files {opening['files'][:SHORT]}{' (editable)' if opening['editable'] else ''}",
        "configuration": opening["config"][:SHORT],
        "house rules": f"{opening['rules_id']} version {opening['rules_version']}, {opening['rules_hash'][:SHORT]}",
    }


def pack_rules(given: PackRulesSettings) -> PackRules:
    inspect, alternate, reject = (Policy(rule.on, rule.citation) for rule in (given.inspect, given.alternate, given.reject))
    return PackRules(inspect, alternate, reject)


def same_table(state: TableState, opening: TableOpened) -> None:
    """Raise ConfigError where a journal is another table's, or has a round that these seats cannot finish."""
    if (state.table, state.game.id) != (opening.table, opening.game):
        raise ConfigError(
            f"this journal belongs to table {state.table} and {state.game.title}; the configuration is for table {opening.table} and {opening.game}: "
            "give it a journal of its own"
        )
    if state.bench != opening.bench:
        raise ConfigError(
            f"this journal is that of a {_standing(bench=state.bench)}, and the configuration makes it a {_standing(bench=opening.bench)}: "
            "what was dealt on a bench never stands in one record with live play, so give it a journal of its own"
        )
    if state.live.round.facts and state.seats != opening.seats:
        raise ConfigError(f"round {state.live.number} is open at {state.seats} seats: it has to be over before {opening.seats} can play")


def _standing(*, bench: bool) -> str:
    return "table on a bench" if bench else "table for live play"


def bench_meant(config: LoadedConfig, *, bench: bool) -> None:
    """Raise ConfigError where the configuration and the command line do not both say whether this is a table on a bench."""
    if config.settings.table.bench and not bench:
        raise ConfigError(f"table.bench: {ON_A_BENCH}; `tablectl run --bench` runs it, and nothing else does")
    if bench and not config.settings.table.bench:
        raise ConfigError("--bench: the configuration says that this table is for live play; table.bench = true makes it one on a bench")


def seal_keys(config: LoadedConfig) -> KeySealer | None:
    """The keys that this table was given; None is none. Raise KeyUnusable where they cannot be read."""
    key = config.settings.journal.seal_key
    return given(config.at(key) if key else None, os.environ.get("CREDENTIALS_DIRECTORY"))


def signing_keys(config: LoadedConfig) -> Signer | None:
    """The keys that sign this table's checkpoints; None is none. Raise KeyUnusable where they cannot be read."""
    key = config.settings.journal.signing_key
    return signer_given(config.at(key) if key else None, os.environ.get("CREDENTIALS_DIRECTORY"))


@dataclass(frozen=True, slots=True)
class Fit:
    """A journal that a start goes on with: `remarks` on checkpoints that it does not use, and what it would find `damaged` once it is at work.
    `changed` is what differs from the last start."""

    remarks: tuple[str, ...] = ()
    damaged: JournalDamaged | None = None
    changed: tuple[str, ...] = ()


def journal_fits(config: LoadedConfig, path: Path) -> Fit:
    """Read a journal as a start does, and what that leaves for later. Raise JournalError, which names what is damaged, or ConfigError where it is
    another's."""
    refuse_orphan(path)
    if not path.exists() or not path.stat().st_size:
        return Fit()  # a start makes it
    signer = signing_keys(config)
    with Reader(path) as reader:
        found = read(GAMES, reader, seal_keys(config) or ClearSealer(), SystemClock().stamp(), signer.public if signer else None)
        opening = compared(table_opened(config, clean=True), reader)
    if found.recovery.state is not None:
        same_table(found.recovery.state, opening)
    return Fit(found.remarks, check_until(path, found.base.head) if found.base else None, opening.changed)


def journal_refused(error: JournalError) -> TablectlError:
    """What the journal refuses, with the exit code that it has."""
    if isinstance(error, JournalBusy | StorageError):
        return TryLater(str(error))
    if isinstance(error, SecretUnreadable):
        return ConfigError(f"{error}; give the key that sealed it, as journal.seal_key or as the credential {CREDENTIAL}: the record is untouched")
    return ConfigError(str(error)) if isinstance(error, JournalUnreachable | KeyUnusable) else TablectlError(str(error))


def users_usable(config: LoadedConfig) -> None:
    """Raise TablectlError where the console could not use its file of users."""
    try:
        look(config.at(config.settings.console.users))
    except StoreUnusable as error:
        raise users_refused(error) from error


def users_refused(error: StoreUnusable) -> TablectlError:
    return (TryLater if error.passing else ConfigError)(f"console.users: {error}")
