"""Reads a text record from a file."""

from pathlib import Path

from engine_core.records import record
from engine_core.records.record import RecordError

from .errors import RecordFileError


def read_record(path: Path) -> record.Record:
    """Return the record in the file `path`. Raises RecordFileError if there is none."""
    try:
        return record.parse(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        raise RecordFileError(f"{path} is not text, so it is not a record of a game") from None
    except OSError as why:
        raise RecordFileError(f"{path} cannot be read: {why.strerror}") from None
    except RecordError as why:
        raise RecordFileError(f"{path}, {why}") from None
