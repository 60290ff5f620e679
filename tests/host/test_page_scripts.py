"""The scripts of the pages run in the browsers of TVs, which keep the one they were sold with."""

import re
from importlib import resources

# Methods that Chromium 94 lacks, which TVs of 2022 and 2023 have.
LATER = re.compile(
    r"\.(findLast|findLastIndex|toSorted|toReversed|toSpliced|isWellFormed|transferToFixedLength)\("
    r"|\b(structuredClone|Object\.groupBy|Map\.groupBy|Array\.fromAsync|Promise\.withResolvers)\b"
)
SCRIPTS = [
    file
    for folder in ("host.web", "host.site")
    for file in resources.files(folder).joinpath("page").iterdir()
    if file.name.endswith(".js")
]


def test_no_script_needs_a_later_browser():
    assert [file.name for file in SCRIPTS if LATER.search(file.read_text("utf-8"))] == []
