"""Which program this is: its version, and a digest of the files that it is made of, as they lie on the disk now."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from tablectl import __version__

PACKAGES: Final = ("tablectl", "tablectl_drivers")
NO_PART: Final = ("__pycache__", "web")  # what Python makes of the files, and what the pages are built from; a wheel has neither


@dataclass(frozen=True, slots=True)
class Installed:
    """`files` is the SHA-256 over all of them. An `editable` program runs from files that somebody may be at work on."""

    version: str
    files: str
    editable: bool


def installed() -> Installed:
    """Read every file of the program. What changes on the disk later is not watched: the next start finds it."""
    whole = sha256()
    for package in PACKAGES:
        spec = find_spec(package)
        for root in map(Path, (spec and spec.submodule_search_locations) or ()):
            add(whole.update, package, root)
    return Installed(__version__, whole.hexdigest(), _editable())


def add(take: Callable[[bytes], object], name: str, root: Path) -> None:
    """Hand over each file of a folder, by its name within it, with its digest."""
    for path in sorted(_files(root)):
        take(f"{name}/{path.relative_to(root).as_posix()} {sha256(path.read_bytes()).hexdigest()}\n".encode())


def _files(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.is_dir():
            if path.name not in NO_PART:
                yield from _files(path)
        else:
            yield path


def _editable() -> bool:
    try:
        told = distribution(PACKAGES[0]).read_text("direct_url.json")
    except PackageNotFoundError:
        return True
    return bool(told and json.loads(told).get("dir_info", {}).get("editable"))
