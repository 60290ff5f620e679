"""Shared by tests of text records: a record to extend, and the check that one is refused."""

from engine_core.records.record import Record, RecordError, parse, start_tags
from tests.conformance.support.kit import raises
from tests.conformance.support.player import play_out

SHORT = """[Game "Traditional"]
[Dealer "2"]
starter 8D
play KH 9D 4S 7C go go QC JD 2H 3C
"""


def written(game, seed):
    """Play `game` and return its record."""
    entries = play_out(game, seed, careless=30).entries()
    return Record(start_tags(entries[0]), entries)


def wrong(text):
    """Parse `text`, which must be refused; return the line number and the text of the error."""
    error = raises(RecordError, parse, text)
    assert str(error).startswith("line %d: " % error.line)
    return error.line, str(error)


def refuses(body, line=None):
    """Parse SHORT with `body` after it, which must be refused in `line`, or in the last."""
    at, why = wrong(SHORT + body)
    assert at == (line or 4 + len(body.split("\n"))), why
    return why
