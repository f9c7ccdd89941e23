"""The profile file: one SQLite database, its schema and migrations, and the promises made when it is opened.

`event` is the truth. `card_state` and `day_count` are projections of it and can be dropped at any time;
`quarantine` holds events dated later than this machine's clock allows (see `memory.future`).
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mhaquiz.memory.errors import ProfileError

APPLICATION_ID = 0x4D484151  # "MHAQ"
BUSY_SECONDS = 10.0
REMEDY = "`mhaquiz restore` offers the newest good backup"
DAMAGE = ("malformed", "no such table", "no such column", "no column named", "constraint failed", "datatype")
CACHE_KIB, MUCH_KIB = 8192, 131_072
BULK = 10_000  # events
SMALL_BYTES = 16 * 2**20  # checked in about 25 ms

#: Migration k brings a file from user_version k to k + 1. Never edit one that has been released; append.
MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE event (
        arrival INTEGER PRIMARY KEY,
        device TEXT NOT NULL,
        sequence INTEGER NOT NULL,
        kind TEXT NOT NULL,
        ms INTEGER NOT NULL,
        offset_minutes INTEGER NOT NULL,
        study_day INTEGER NOT NULL,
        card TEXT,
        rating INTEGER, -- this and the next four: reviews only, copied from the payload for speed
        mode TEXT,
        confidence INTEGER,
        ms_taken INTEGER,
        session TEXT,
        payload TEXT NOT NULL,
        UNIQUE (device, sequence)
    );
    CREATE INDEX event_card ON event (card, ms);
    CREATE INDEX event_day ON event (study_day);
    CREATE INDEX event_global ON event (kind) WHERE kind IN ('parameters', 'interview', 'rename', 'undo');
    CREATE TABLE quarantine (
        device TEXT NOT NULL,
        sequence INTEGER NOT NULL,
        ms INTEGER NOT NULL,
        line TEXT NOT NULL,
        UNIQUE (device, sequence)
    );
    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    """,
    "CREATE INDEX event_amendment ON event (card) WHERE kind IN ('undo', 'regrade');",
)
TRUTH = frozenset(("meta", "event", "quarantine", "setting"))  # the tables that cannot be rebuilt
#: Those into which every row, or nearly every one, goes.
LARGE_INDEXES = frozenset(("event_card", "event_day", "card_step", "card_due"))
#: Projections are not migrated: when their number or shape changes they are dropped and rebuilt.
PROJECTION_VERSION = "4"
PROJECTIONS = """
    DROP TABLE IF EXISTS card_state;
    DROP TABLE IF EXISTS day_count;
    CREATE TABLE card_state (
        card TEXT PRIMARY KEY, phase INTEGER NOT NULL, stability REAL, difficulty REAL, due_day INTEGER,
        due_ms INTEGER, last_day INTEGER, reps INTEGER NOT NULL, lapses INTEGER NOT NULL,
        interval INTEGER NOT NULL, suspended INTEGER NOT NULL, buried_until INTEGER, flagged INTEGER NOT NULL,
        leech INTEGER NOT NULL, streak INTEGER NOT NULL, showings INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE day_count (
        study_day INTEGER PRIMARY KEY, new INTEGER NOT NULL, reviews INTEGER NOT NULL, cram INTEGER NOT NULL,
        ms INTEGER NOT NULL
    );
"""
#: Made when the tables are full: three times as fast as row by row.
PROJECTION_INDEXES = """
    CREATE INDEX card_step ON card_state (due_ms) WHERE due_ms IS NOT NULL;
    CREATE INDEX card_due ON card_state (due_day) WHERE due_ms IS NULL;
    CREATE INDEX card_aside ON card_state (card)
        WHERE suspended OR flagged OR buried_until IS NOT NULL;
"""


@contextmanager
def plain_errors(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system say about a profile into one line with a remedy."""
    try:
        yield
    except sqlite3.Error as error:
        raise ProfileError(f"{path}: {_explained(error)}") from error
    except OSError as error:
        raise ProfileError(f"{path}: {error.strerror or error}") from error


def _explained(error: sqlite3.Error) -> str:
    said = str(error)
    remedies = (
        ("readonly", "the profile is read-only; make it writable or set MHAQUIZ_HOME to another folder"),
        ("disk is full", "the disk is full; nothing of this was kept, earlier answers are safe"),
        ("not a database", f"this file is not a profile or is damaged; {REMEDY}"),
        *((words, f"the profile is damaged ({said}); {REMEDY}") for words in DAMAGE),
        (
            "locked",
            f"another mhaquiz has held the profile for over {BUSY_SECONDS:.0f} s; close it and try again",
        ),
        ("unable to open", "cannot be opened; check the folder and its permissions"),
        ("disk I/O error", "the disk reports an error; nothing of this was kept"),
    )
    return next((remedy for words, remedy in remedies if words in said), said)


def connect(
    path: Path, *, read_only: bool = False, exclusive_seconds: float | None = None
) -> sqlite3.Connection:
    """A connection with the durability that an answer needs: WAL, synchronous=FULL, a patient lock.

    With `exclusive_seconds` it keeps every other process out until it is closed, and fails ("locked") where
    one that is in does not leave within that time.
    """
    address = f"{path.absolute().as_uri()}?mode={'ro' if read_only else 'rwc'}"
    patience = BUSY_SECONDS if exclusive_seconds is None else exclusive_seconds
    connection = sqlite3.connect(
        address, uri=True, timeout=patience, isolation_level=None, check_same_thread=False
    )
    try:
        if exclusive_seconds is not None:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
        if not read_only:
            connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA trusted_schema=OFF")
        connection.execute(f"PRAGMA cache_size={-CACHE_KIB}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def parts_of(path: Path) -> tuple[Path, Path]:
    """The log of writes and its index, which SQLite keeps beside a file while it is open (a link's end)."""
    end = os.path.realpath(path)
    return Path(f"{end}-wal"), Path(f"{end}-shm")


def processes_with(path: Path) -> list[int]:
    """The processes that have the file open, as far as the system tells (Linux does)."""
    locks = Path("/proc/locks")
    if not locks.exists():
        return []
    found = path.stat()
    file = f"{os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}:{found.st_ino}"
    rows = [line.split() for line in locks.read_text().splitlines()]
    # 1: POSIX ADVISORY READ <process> <major>:<minor>:<inode> <from> <to>
    processes = {int(row[4]) for row in rows if len(row) == 8 and row[5] == file}
    return sorted(processes - {-1, os.getpid()})


def write_whole(path: Path, text: str) -> None:
    """Write a file so that there is, at any moment, all of it or what was there before."""
    draft = path.with_suffix(".tmp")
    try:
        with draft.open("w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def wants_check(path: Path) -> bool:
    """Whether a file should be checked before use: while that takes no time, and after an unclean exit.

    SQLite leaves its WAL behind then, and while another process is at work.
    """
    size = path.stat().st_size if path.exists() else 0
    return 0 < size <= SMALL_BYTES or (size > 0 and parts_of(path)[0].exists())


def quick_check(connection: sqlite3.Connection) -> str:
    """ "ok", or the first thing SQLite finds wrong."""
    try:
        return str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        return str(error)


def version_of(connection: sqlite3.Connection) -> int:
    """The file's schema version, after making sure that it is a profile at all. Raises `ProfileError`."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if application != APPLICATION_ID and (tables or version):
        raise ProfileError("this SQLite file is not a mhaquiz profile")
    if version > len(MIGRATIONS):
        newest = len(MIGRATIONS)
        raise ProfileError(
            f"written by a newer mhaquiz (format {version}, this one reads {newest}): update mhaquiz"
        )
    if version < 0 or (tables and not version):
        raise ProfileError(f"the profile is damaged (format {version}); {REMEDY}")
    if version and (missing := TRUTH - tables):
        raise ProfileError(f"the profile is damaged (no table {min(missing)}); {REMEDY}")
    return version


def has_projections(connection: sqlite3.Connection) -> bool:
    """Whether the projections are there in the shape that this version makes."""
    names = ("card_state", "day_count")
    row = connection.execute(
        "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN (?, ?)", names
    ).fetchone()
    return row[0] == len(names) and get_meta(connection, "projection") == PROJECTION_VERSION


def migrate(connection: sqlite3.Connection) -> int:
    """Bring the schema up to date in one transaction; returns the version it had before."""
    if version_of(connection) == len(MIGRATIONS):
        return len(MIGRATIONS)
    with transaction(connection):
        before = version_of(connection)  # again: another process may have migrated meanwhile
        for script in MIGRATIONS[before:]:
            run_script(connection, script)
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version={len(MIGRATIONS)}")
    return before


def run_script(connection: sqlite3.Connection, script: str) -> None:
    """Statements one by one: `executescript` would commit the transaction around them."""
    for statement in script.split(";"):
        if statement.strip():
            connection.execute(statement)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """BEGIN IMMEDIATE … COMMIT; everything or nothing. Nested use joins the outer one."""
    if connection.in_transaction:
        yield
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def room_for_much(connection: sqlite3.Connection) -> Iterator[None]:
    """A larger page cache while a log is merged: what does not fit into it is written twice."""
    connection.execute(f"PRAGMA cache_size={-MUCH_KIB}")
    try:
        yield
    finally:
        connection.execute(f"PRAGMA cache_size={-CACHE_KIB}")


@contextmanager
def indexes_made_anew(connection: sqlite3.Connection, table: str, new: int) -> Iterator[None]:
    """Make the large indexes of a table anew around an insert of `new` rows, where it holds few beside them.

    Kept up row by row they make the insert a third longer. Must run inside a transaction.
    """
    if new < BULK or 2 * new < connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]:
        yield
        return
    query = "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ?"
    indexes = [row for row in connection.execute(query, (table,)) if row[0] in LARGE_INDEXES]
    for name, _ in indexes:
        connection.execute(f"DROP INDEX {name}")
    yield
    for _, sql in indexes:
        connection.execute(sql)


def get_meta(connection: sqlite3.Connection, name: str) -> str | None:
    row = connection.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
    return None if row is None else str(row[0])


def set_meta(connection: sqlite3.Connection, name: str, value: str) -> None:
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))
