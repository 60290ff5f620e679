"""Each ruling named in code or tests has a line in engine_core/RULINGS.md, each line a test."""

import re
from pathlib import Path

TOP = Path(__file__).parents[2]
RULINGS = TOP / "engine_core" / "RULINGS.md"
# Parts of a circuit have similar names, so files about hardware are not read.
PARTS = ("engine_core/**/*.py", "firmware/**/*.py", "host/**/*.py", "tests/**/*.py")
NOT_READ = (TOP / "tests" / "hardware", TOP / "host" / "plan")
_NAMED = re.compile(r"(?<![-.\w])([GNVKSFBC]\d{1,2}[bc]?)(?![-.]?\w)")
_PROVED = re.compile(r"def test_([gnvksfbc]\d{1,2}[bc]?)_")
_LINE = re.compile(r"^- \*\*(\w+)\*\* (.*?)(?=^- |^#|\Z)", re.MULTILINE | re.DOTALL)


def sources():
    """Yield the text of each of our files."""
    for pattern in PARTS:
        for file in TOP.glob(pattern):
            if not set(NOT_READ) & set(file.parents) and file != Path(__file__):
                yield file.read_text(encoding="utf-8")


def lines():
    """Return (ruling, text) for each line of the page, in its order."""
    return _LINE.findall(RULINGS.read_text(encoding="utf-8"))


def proved():
    return {
        ruling.upper()[:2] + ruling[2:] for text in sources() for ruling in _PROVED.findall(text)
    }


def test_every_ruling_in_use_has_a_line():
    named = {ruling for text in sources() for ruling in _NAMED.findall(text)}
    assert (named | proved()) - {ruling for ruling, _ in lines()} == set()


def test_every_line_has_a_test():
    assert {ruling for ruling, _ in lines()} - proved() == set()


def test_each_line_appears_once_and_names_its_rulebook():
    rulings = [ruling for ruling, _ in lines()]
    assert len(set(rulings)) == len(rulings)
    for ruling, text in lines():
        assert re.search(r"\*[^*]+\.\*\s*$", text), f"{ruling} names no source"
        assert text.count("\n") <= 4, f"{ruling} is long"
