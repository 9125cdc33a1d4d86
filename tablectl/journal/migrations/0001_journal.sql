-- The journal: one row of meta, and records that are only ever added.
PRAGMA application_id = 1413631050; -- "TBLJ", so that no other database is taken for a journal

CREATE TABLE meta (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    journal_id TEXT NOT NULL,
    schema INTEGER NOT NULL,
    created_ns INTEGER NOT NULL,
    continues_file TEXT,
    continues_id TEXT,
    continues_seq INTEGER,
    continues_hash BLOB
) STRICT;

CREATE TABLE record (
    seq INTEGER PRIMARY KEY CHECK (seq > 0),
    version INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('event', 'outcome', 'marker')),
    type TEXT NOT NULL,
    cause INTEGER REFERENCES record (seq) CHECK (cause < seq),
    round INTEGER,
    wall_ns INTEGER NOT NULL,
    mono_ns INTEGER NOT NULL,
    boot_id TEXT NOT NULL,
    synced INTEGER NOT NULL CHECK (synced IN (0, 1)),
    correlation TEXT NOT NULL,
    body TEXT NOT NULL,
    sealed BLOB,
    sealer TEXT,
    prev_hash BLOB NOT NULL CHECK (length(prev_hash) = 32),
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    CHECK ((sealed IS NULL) = (sealer IS NULL))
) STRICT;

CREATE INDEX record_by_type ON record (type);
CREATE INDEX record_by_round ON record (round) WHERE round IS NOT NULL;
CREATE INDEX record_by_time ON record (wall_ns);

CREATE TRIGGER record_is_never_changed BEFORE UPDATE ON record
BEGIN
    SELECT RAISE(ABORT, 'a journal record is never changed');
END;

CREATE TRIGGER record_is_never_removed BEFORE DELETE ON record
BEGIN
    SELECT RAISE(ABORT, 'a journal record is never removed');
END;

CREATE TRIGGER meta_is_never_changed BEFORE UPDATE ON meta
BEGIN
    SELECT RAISE(ABORT, 'the identity of a journal is never changed');
END;

CREATE TRIGGER meta_is_never_removed BEFORE DELETE ON meta
BEGIN
    SELECT RAISE(ABORT, 'the identity of a journal is never removed');
END;
