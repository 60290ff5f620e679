"""QR codes: as rows for the page to draw, and as text for the terminal."""

import io

import segno

_BORDER = 2  # modules of quiet zone in the terminal; the page adds its own


def qr_rows(text: str) -> list[str]:
    """Return the modules of the QR code of `text`, row by row; "1" is dark."""
    code = segno.make(text, error="m", micro=False)
    return ["".join("1" if module else "0" for module in row) for row in code.matrix]


def qr_text(text: str, encoding: str) -> str:
    """Return the QR code of `text` for a terminal with a dark background, two modules in a
    character; "" if its `encoding` lacks these characters."""
    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out=out, border=_BORDER, compact=True)
    try:
        out.getvalue().encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return ""
    return out.getvalue()
