"""Reads a text record from a file."""

from pathlib import Path

from engine_core.records import record
from engine_core.records.record import RecordError

from .errors import RecordFileError
from .files import text_of


def read_record(path: Path) -> record.Record:
    """Return the record in the file `path`. Raises RecordFileError if there is none."""
    return record_of(path, read_text(path))


def read_text(path: Path) -> str:
    """Return the text in the file `path`. Raises RecordFileError."""
    try:
        return text_of(path.read_bytes())
    except UnicodeDecodeError:
        raise RecordFileError(f"{path} is not text, so it is not a record of a game") from None
    except OSError as why:
        raise RecordFileError(f"{path} cannot be read: {why.strerror}") from None


def record_of(path: Path, text: str) -> record.Record:
    """Return the record in `text`, which is from the file `path`. Raises RecordFileError."""
    if not text.strip():
        raise RecordFileError(f"{path} is empty")
    try:
        return record.parse(text)
    except RecordError as why:
        raise RecordFileError(f"{path}, {why}") from None
