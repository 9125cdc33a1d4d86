"""The command line: which commands there are, and what a failure prints. Each command is a module that is imported when it is asked for."""

from __future__ import annotations

import logging
import os
import secrets
import signal
import sys
import traceback
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Final, NoReturn

import click

from tablectl import __version__
from tablectl.errors import TablectlError

EXIT_FAILURE: Final = 1
EXIT_INTERRUPTED: Final = 128 + signal.SIGINT

COMMANDS: Final[Mapping[str, tuple[str, str]]] = {
    "run": ("tablectl.commands.run:run", "Run the table; with --simulate, on simulated devices."),
    "simulate": ("tablectl.commands.simulate:simulate", "Run the simulator of the table's devices on its own."),
    "check": ("tablectl.commands.check:check", "Say what would stop this table from working."),
    "config": ("tablectl.commands.config:config", "Show a configuration, or start one."),
    "devices": ("tablectl.commands.devices:devices", "List what is plugged into this machine, and try it."),
    "decks": ("tablectl.commands.decks:decks", "Teach the table which code is which card."),
    "packs": ("tablectl.commands.packs:packs", "Show the register of packs, and receipts."),
    "users": ("tablectl.commands.users:users", "Say who may log in to the console, and as what."),
    "journal": ("tablectl.commands.journal:journal", "Read the record of a table."),
    "incidents": ("tablectl.commands.incidents:incidents", "List the holds and warnings of a table, and who ended them."),
    "rounds": ("tablectl.commands.rounds:rounds", "List rounds, and on whose findings they were dealt."),
    "verify": ("tablectl.commands.verify:verify", "Check that a journal is what was written."),
    "replay": ("tablectl.commands.replay:replay", "Compute a journal again and compare with what was done."),
    "shuffles": ("tablectl.commands.shuffles:shuffles", "Say whether a table's cards were shuffled well."),
    "settle": ("tablectl.commands.settle:settle", "Settle hands from a file by a game's rules."),
    "rules": ("tablectl.commands.rules:rules", "Print a game's rules, switches and house edges."),
    "lab": ("tablectl.commands.lab:lab", "Play many rounds and say what each bet is worth."),
}


class LazyGroup(click.Group):
    """A group whose help needs none of its commands: names and one-line texts stand in a table."""

    def __init__(self, *, lazy: Mapping[str, tuple[str, str]], **settings: object) -> None:
        super().__init__(**settings)  # type: ignore[arg-type]  # click's own keywords pass through
        self._lazy = lazy

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click asks so
        return list(self._lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in self._lazy:
            return None
        module, _, name = self._lazy[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in self._lazy.items()])


@click.group(cls=LazyGroup, lazy=COMMANDS, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120})
@click.option("-v", "--verbose", is_flag=True, help="Log more, and show the traceback of an unexpected failure.")
@click.option("-q", "--quiet", is_flag=True, help="Log warnings and errors only.")
@click.version_option(__version__, prog_name="tablectl")
@click.pass_context
def cli(context: click.Context, *, verbose: bool, quiet: bool) -> None:
    """The daemon at a live casino table.

    Exit codes: 0 fine, 1 failure, 2 wrong usage, 3 ran well and found problems, 75 try again later, 78 wrong configuration, 130 interrupted.
    """
    if verbose and quiet:
        raise click.UsageError("-v and -q exclude each other")
    context.obj = "debug" if verbose else "warning" if quiet else None


def main() -> NoReturn:
    """Run a command and end the process with the exit code that its outcome has."""
    _open_closed_streams()
    sys.excepthook = _report_unexpected
    try:
        code = cli.main(prog_name="tablectl", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        code = EXIT_INTERRUPTED
    except TablectlError as error:
        click.echo(f"tablectl: {error}", err=True)
        code = error.exit_code
    except OSError as error:
        if not _while_printing(error):
            raise
        click.echo(f"tablectl: what this command prints cannot be written: {error.strerror}", err=True)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left of it is not tried again at the end
        code = EXIT_FAILURE
    sys.exit(code)


def _while_printing(error: OSError) -> bool:
    """Whether standard output, or the file or device that it goes to, refused what a command prints."""
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    return frame.f_code is click.echo.__code__ and not frame.f_locals["err"]


def _open_closed_streams() -> None:
    """Give stdin, stdout and stderr the null device where they are closed, so that no journal or socket gets the number of one of them."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  open as long as the process


def _report_unexpected(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """One line with a number for the person; the traceback goes to the log where there is one, and to stderr with -v."""
    incident = secrets.token_hex(4)
    if logging.getLogger().hasHandlers():
        logging.getLogger("tablectl").error("unexpected failure stopped the process", exc_info=(kind, error, trace), extra={"incident": incident})
    elif {"-v", "--verbose"} & set(sys.argv):
        traceback.print_exception(kind, error, trace)
    click.echo(f"tablectl: unexpected {kind.__name__}: {error} (incident {incident})", err=True)
