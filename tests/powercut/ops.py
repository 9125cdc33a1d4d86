"""What a process asked of one folder of a disk, in order: the language between what records a run and what cuts its power."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Made:
    """A file of this name, empty; `file` is a number that no other file of the run has."""

    name: str
    file: int


@dataclass(frozen=True, slots=True)
class Written:
    file: int
    at: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Resized:
    file: int
    size: int


@dataclass(frozen=True, slots=True)
class Flushed:
    """What the file holds is on the disk when this returns; whether its name is, is another matter."""

    file: int


@dataclass(frozen=True, slots=True)
class Moved:
    name: str
    to: str


@dataclass(frozen=True, slots=True)
class Removed:
    name: str


@dataclass(frozen=True, slots=True)
class FolderFlushed:
    """All names of the folder are on the disk."""


@dataclass(frozen=True, slots=True)
class Promised:
    """The process told somebody that this will never be lost."""

    what: tuple[str, ...]


Op = Made | Written | Resized | Flushed | Moved | Removed | FolderFlushed | Promised
