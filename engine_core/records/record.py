"""The text record of a game: `parse` and `write`. docs/records.md describes the format.

`parse` returns a Record only if everything that the text claims agrees with the rules.
"""

from ..compat import TYPE_CHECKING
from ..errors import PegboardError
from .record_reader import Reader
from .record_tags import start_tags
from .record_writer import RecordWriter

if TYPE_CHECKING:
    from ..state.entries import Entry

__all__ = ("Record", "RecordError", "parse", "start_tags", "write")


class RecordError(PegboardError):
    """A text record that cannot be read, or that claims points the rules do not give.

    `line`: the number of the wrong line, from 1.
    """

    def __init__(self, line: int, text: str) -> None:
        super().__init__("line " + str(line) + ": " + text)
        self.line = line


class Record:
    """A game with its tags and comments.

    tags: a list of (name, text), in order; entries: the entries of the game; comments: a list of
    (line, text), where `line` is the index of the body line that follows the comment.
    """

    def __init__(
        self,
        tags: list[tuple[str, str]],
        entries: "list[Entry]",
        comments: list[tuple[int, str]] | tuple[()] = (),
    ):
        self.tags = tags
        self.entries = entries
        self.comments = comments

    def tag(self, name: str, default: str = "") -> str:
        """Return the text of the tag `name`."""
        for key, text in self.tags:
            if key == name:
                return text
        return default

    def players(self) -> list[str]:
        """Return the names of the players by seat; empty if the record names none."""
        return [name.strip() for name in self.tag("Players").split(",") if name.strip()]


def write(record: Record) -> str:
    """Return the text of `record`, which `parse` reads back."""
    writer = RecordWriter()
    for entry in record.entries:
        writer.apply(entry)
    lines = writer.lines()
    for at, text in reversed(record.comments):
        lines.insert(min(at, len(lines)), "; " + text if text else ";")
    head = ["[" + key + ' "' + text + '"]' for key, text in record.tags]
    return "\n".join(head + [""] + lines) + "\n"


def parse(text: str) -> Record:
    """Return the Record that `text` contains.

    Raises RecordError with the number of the line that cannot be read, breaks a rule, or claims
    points that the rules do not give.
    """
    reader = Reader()
    try:
        for n, line in enumerate(text.split("\n")):
            reader.number = n + 1
            reader.read(line.strip())
        reader.start()
    except PegboardError as why:
        raise RecordError(reader.number, str(why))  # noqa: B904 - MicroPython has no `from`
    return Record(reader.tags.pairs, reader.game.entries(), reader.comments)
