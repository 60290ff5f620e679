"""A list of names with commas between them: `Ann, Ben`, or `"Smith, Jo", Ben`."""

import csv

from host.errors import NameListError


def split_names(text: str) -> list[str]:
    """Return the names in `text`. A name in quotation marks may contain commas, which become
    spaces, because records separate names by commas. Raises NameListError if a mark is missing."""
    try:
        (names,) = csv.reader([text], skipinitialspace=True, strict=True) if text else ([],)
    except (csv.Error, ValueError):
        raise NameListError(
            f"{text} is not a list of names: write Ann, Ben, and a name with a comma in it as"
            ' "Smith, Jo", in quotation marks'
        ) from None
    spaced = [" ".join(name.replace(",", " ").split()) for name in names]
    return [name for name in spaced if name]
