"""Note what this process asks of a folder, without root and without a tool that a machine may lack: SQLite's own layer to the system is
listened to, and the few functions of `os` that the program calls itself.

The methods through which SQLite reaches its files are those of its default VFS (https://sqlite.org/vfs.html). Its `xOpen` and `xDelete`
are replaced in the library that `sqlite3` is linked to, and of each file that is opened `xWrite`, `xTruncate` and `xSync`; each does what
it did and is noted. `-shm` files are no part of it: SQLite maps them, never flushes them, and makes them anew after a crash.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import os
import sqlite3
from collections.abc import Callable
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_void_p
from pathlib import Path
from typing import Any, Final

from .ops import Flushed, FolderFlushed, Made, Moved, Op, Removed, Resized, Written

NOT_KEPT: Final = (".lock", "-shm")
"""Files that say nothing after a power cut."""


class Methods(ctypes.Structure):
    """`sqlite3_io_methods`, version 3."""


class File(ctypes.Structure):
    """`sqlite3_file`: what a VFS keeps behind it is its own affair."""

    _fields_ = (("methods", POINTER(Methods)),)


Write = CFUNCTYPE(c_int, POINTER(File), c_void_p, c_int, c_int64)
Truncate = CFUNCTYPE(c_int, POINTER(File), c_int64)
Sync = CFUNCTYPE(c_int, POINTER(File), c_int)

Methods._fields_ = (
    ("version", c_int),
    ("close", c_void_p),
    ("read", c_void_p),
    ("write", Write),
    ("truncate", Truncate),
    ("sync", Sync),
    *((name, c_void_p) for name in ("size", "lock", "unlock", "reserved", "control", "sector_size", "traits")),
    *((name, c_void_p) for name in ("shm_map", "shm_lock", "shm_barrier", "shm_unmap", "fetch", "unfetch")),
)


class Vfs(ctypes.Structure):
    """`sqlite3_vfs`, version 3."""


# The path comes as a pointer and is passed on as that: SQLite keeps it, and options lie behind it.
Open = CFUNCTYPE(c_int, POINTER(Vfs), c_void_p, POINTER(File), c_int, POINTER(c_int))
Delete = CFUNCTYPE(c_int, POINTER(Vfs), c_char_p, c_int)
SetCall = CFUNCTYPE(c_int, POINTER(Vfs), c_char_p, c_void_p)
GetCall = CFUNCTYPE(c_void_p, POINTER(Vfs), c_char_p)
OpenFolder = CFUNCTYPE(c_int, c_char_p, POINTER(c_int))

Vfs._fields_ = (
    ("version", c_int),
    ("file_bytes", c_int),
    ("longest_path", c_int),
    ("next", c_void_p),
    ("name", c_char_p),
    ("own", c_void_p),
    ("open", Open),
    ("delete", Delete),
    *((name, c_void_p) for name in ("access", "full_path", "dl_open", "dl_error", "dl_sym", "dl_close", "randomness", "sleep")),
    *((name, c_void_p) for name in ("current_time", "last_error", "current_time_64")),
    ("set_call", SetCall),
    ("get_call", GetCall),
    ("next_call", c_void_p),
)


class Unrecordable(Exception):
    """This Python has SQLite built into itself, or built otherwise, so that nobody can listen."""


def library() -> ctypes.CDLL:
    """The SQLite that `sqlite3` uses. Raises `Unrecordable`."""
    found = ctypes.CDLL(_sqlite3.__file__)  # its symbols are looked up in what it is linked to
    try:
        found.sqlite3_vfs_find.restype = POINTER(Vfs)
        found.sqlite3_libversion.restype = c_char_p
    except AttributeError:
        raise Unrecordable("sqlite3 is not linked to a library of its own") from None
    if found.sqlite3_libversion().decode() != sqlite3.sqlite_version:
        raise Unrecordable("sqlite3 uses another SQLite than the one that was found")
    return found


def _address(function: Any) -> int:  # noqa: ANN401 - a function of ctypes
    """Where a function lies now; the field that holds it may hold another one later."""
    return ctypes.cast(function, c_void_p).value or 0


class Recording:
    """Notes what happens in `folder`, which has to be empty, from construction on. Once in a process: what it listens to stays as it is."""

    def __init__(self, folder: Path) -> None:
        self.ops: list[Op] = []
        self._folder = str(folder.absolute())
        self._files: dict[str, int] = {}
        self._count = 0
        self._open: dict[int, int] = {}
        self._folder_was_opened = False
        self._methods: dict[int, Any] = {}
        self._listen_to_sqlite()
        self._listen_to_os()

    def _name(self, path: str) -> str | None:
        """The name of a file of the folder that counts, or None."""
        folder, name = os.path.split(os.path.abspath(path))  # noqa: PTH100 - called for every open of the process
        return name if folder == self._folder and not name.endswith(NOT_KEPT) else None

    def _made(self, name: str) -> None:
        self._count += 1
        self._files[name] = self._count
        self.ops.append(Made(name, self._count))

    def _moved(self, name: str | None, to: str | None) -> None:
        if name is not None and to is not None and name in self._files:
            self._files[to] = self._files.pop(name)
            self.ops.append(Moved(name, to))

    def _removed(self, name: str | None) -> None:
        if name is not None and self._files.pop(name, None) is not None:
            self.ops.append(Removed(name))

    def _listen_to_sqlite(self) -> None:
        vfs = library().sqlite3_vfs_find(None)
        its_open, its_delete = Open(_address(vfs.contents.open)), Delete(_address(vfs.contents.delete))
        its_folder = OpenFolder(vfs.contents.get_call(vfs, b"openDirectory"))

        def open_folder(path: bytes, result: Any) -> int:  # noqa: ANN401 - a pointer of ctypes
            self._folder_was_opened = True  # SQLite opens a folder only to flush it
            return int(its_folder(path, result))

        def open_file(its: Any, path: int | None, file: Any, flags: int, result: Any) -> int:  # noqa: ANN401 - pointers of ctypes
            name = self._name(os.fsdecode(ctypes.string_at(path))) if path else None
            if name and name not in self._files:
                self._made(name)
            code = int(its_open(its, path, file, flags, result))
            if code == sqlite3.SQLITE_OK and name:
                self._open[ctypes.addressof(file.contents)] = self._files[name]
                file.contents.methods = self._listening(file.contents.methods)
            return code

        def delete(its: Any, path: bytes, flush: int) -> int:  # noqa: ANN401 - a pointer of ctypes
            self._folder_was_opened = False
            code = int(its_delete(its, path, flush))
            if code == sqlite3.SQLITE_OK:
                self._removed(self._name(os.fsdecode(path)))
            self._folder_flushed()
            return code

        self._kept = Open(open_file), Delete(delete), OpenFolder(open_folder)
        vfs.contents.open, vfs.contents.delete = self._kept[:2]
        vfs.contents.set_call(vfs, b"openDirectory", ctypes.cast(self._kept[2], c_void_p))

    def _folder_flushed(self) -> None:
        if self._folder_was_opened:
            self._folder_was_opened = False
            self.ops.append(FolderFlushed())

    def _listening(self, methods: Any) -> Any:  # noqa: ANN401 - a pointer of ctypes
        """These methods with three that note what they do."""
        place = ctypes.addressof(methods.contents)
        if place not in self._methods:
            own = Methods.from_buffer_copy(methods.contents)
            its_write, its_truncate = Write(_address(methods.contents.write)), Truncate(_address(methods.contents.truncate))
            its_sync = Sync(_address(methods.contents.sync))

            def write(file: Any, data: int, size: int, at: int) -> int:  # noqa: ANN401 - a pointer of ctypes
                self.ops.append(Written(self._open[ctypes.addressof(file.contents)], at, ctypes.string_at(data, size)))
                return int(its_write(file, data, size, at))

            def truncate(file: Any, size: int) -> int:  # noqa: ANN401 - a pointer of ctypes
                self.ops.append(Resized(self._open[ctypes.addressof(file.contents)], size))
                return int(its_truncate(file, size))

            def sync(file: Any, flags: int) -> int:  # noqa: ANN401 - a pointer of ctypes
                self._folder_was_opened = False
                code = int(its_sync(file, flags))
                if code == sqlite3.SQLITE_OK:
                    self.ops.append(Flushed(self._open[ctypes.addressof(file.contents)]))
                self._folder_flushed()
                return code

            own.write, own.truncate, own.sync = Write(write), Truncate(truncate), Sync(sync)
            self._methods[place] = own
        return ctypes.pointer(self._methods[place])

    def _listen_to_os(self) -> None:
        its_open, its_fsync, its_rename, its_unlink = os.open, os.fsync, os.rename, os.unlink

        def open_file(path: Any, flags: int, mode: int = 0o777, **more: Any) -> int:  # noqa: ANN401 - as os.open
            name = self._name(os.fsdecode(path)) if flags & os.O_CREAT else None
            new = name is not None and not os.path.exists(path)  # noqa: PTH110 - as above
            fd = its_open(path, flags, mode, **more)
            if new and name is not None:
                self._made(name)
            return fd

        def fsync(fd: int) -> None:
            path = os.readlink(f"/proc/self/fd/{fd}")  # noqa: PTH115 - as above
            file = self._files.get(self._name(path) or "")
            if file is not None:  # what Python wrote to it shows here at the latest
                self.ops.append(Written(file, 0, Path(path).read_bytes()))
            its_fsync(fd)
            if file is not None:
                self.ops.append(Flushed(file))
            elif path == self._folder:
                self.ops.append(FolderFlushed())

        def rename(path: Any, to: Any, **more: Any) -> None:  # noqa: ANN401 - as os.rename
            its_rename(path, to, **more)
            self._moved(self._name(os.fsdecode(path)), self._name(os.fsdecode(to)))

        def unlink(path: Any, **more: Any) -> None:  # noqa: ANN401 - as os.unlink
            its_unlink(path, **more)
            self._removed(self._name(os.fsdecode(path)))

        listening: dict[str, Callable[..., Any]] = {"open": open_file, "fsync": fsync, "rename": rename, "replace": rename, "unlink": unlink}
        for name, function in listening.items():
            setattr(os, name, function)
