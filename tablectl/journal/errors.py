"""What can go wrong in a journal, as a tree:

JournalError
├── JournalUnreachable        the file cannot be used as it is
│   ├── FolderMissing         (FileNotFoundError)
│   ├── JournalMissing        (FileNotFoundError)   a reader was sent to a file that is not there
│   ├── JournalExists         (FileExistsError)     a new journal was to continue an old one, and is not new
│   ├── JournalOrphaned       (FileExistsError)     the write-ahead file lies there without its journal
│   ├── JournalDenied         (PermissionError)
│   ├── JournalBusy           (BlockingIOError)     another process has it
│   └── NotAJournal           (ValueError)
├── JournalTooNew             (ValueError)          written by a later tablectl
├── JournalDamaged            (ValueError)          names the record and what is wrong with it
├── StorageError              the disk under the journal
│   ├── JournalFull           (OSError)
│   └── StorageFault          (OSError)
├── JournalHalted             (RuntimeError)        an earlier commit failed, or the journal was closed
├── DraftRefused              (ValueError)          the caller's record cannot be stored as it is
├── SecretUnreadable          (LookupError)         sealed with another key, or for another record
├── ExportRefused             (ValueError)          what was asked for cannot be taken away as it was asked
├── ProofUnreadable           (ValueError)          the proof of an export is not what was written
├── KeyUnusable               (ValueError)          the file of a key is not there, is open to others, or holds no key
└── MigrationFailed           (RuntimeError)
"""

from __future__ import annotations


class JournalError(Exception):
    """Anything the journal refuses or fails at; its text is fit for an operator and holds no body of a record."""


class JournalUnreachable(JournalError):
    pass


class FolderMissing(JournalUnreachable, FileNotFoundError):
    pass


class JournalMissing(JournalUnreachable, FileNotFoundError):
    pass


class JournalExists(JournalUnreachable, FileExistsError):
    pass


class JournalOrphaned(JournalUnreachable, FileExistsError):
    pass


class JournalDenied(JournalUnreachable, PermissionError):
    pass


class JournalBusy(JournalUnreachable, BlockingIOError):
    """`pid` is the process that has the journal, where it could be told."""

    def __init__(self, text: str, pid: int | None = None) -> None:
        super().__init__(text)
        self.pid = pid


class NotAJournal(JournalUnreachable, ValueError):
    pass


class JournalTooNew(JournalError, ValueError):
    pass


class JournalDamaged(JournalError, ValueError):
    """`seq` is the first record that cannot be trusted (0: the journal's identity), `what` one word, `text` says it in full."""

    def __init__(self, seq: int, what: str, text: str) -> None:
        super().__init__(f"journal damaged at record {seq}: {what}: {text}" if seq else f"journal damaged: {what}: {text}")
        self.seq = seq
        self.what = what
        self.text = text


class StorageError(JournalError):
    pass


class JournalFull(StorageError, OSError):
    pass


class StorageFault(StorageError, OSError):
    pass


class JournalHalted(JournalError, RuntimeError):
    pass


class DraftRefused(JournalError, ValueError):
    pass


class SecretUnreadable(JournalError, LookupError):
    pass


class ExportRefused(JournalError, ValueError):
    pass


class ProofUnreadable(JournalError, ValueError):
    pass


class KeyUnusable(JournalError, ValueError):
    pass


class MigrationFailed(JournalError, RuntimeError):
    pass
