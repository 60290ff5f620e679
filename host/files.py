"""Reading a text record from a file, with what is wrong said plainly."""

from pathlib import Path

import click

from engine_core import record
from engine_core.errors import RecordError


def read_record(path: Path) -> record.Record:
    """Return the record in `path`. Raises click.ClickException where there is none."""
    try:
        return record.parse(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        raise click.ClickException(f"{path} is not text, so no record of a game") from None
    except OSError as why:
        raise click.ClickException(f"{path} cannot be read: {why.strerror}") from None
    except RecordError as why:
        raise click.ClickException(f"{path}, {why}") from None
