"""QR codes: as rows for the page to draw, and as text for the terminal."""

import io

_BORDER = 2  # modules of quiet zone in the terminal; the page adds its own


def _code(text: str, error: str):
    import segno  # imported only if a code is shown

    return segno.make(text, error=error, micro=False)


def qr_rows(text: str, error: str = "m") -> list[str]:
    """Return the modules of the QR code of `text`, row by row; "1" is dark. error: the level of
    its error correction, "l" for a long text on a screen."""
    rows = _code(text, error).matrix
    return ["".join("1" if module else "0" for module in row) for row in rows]


def qr_text(text: str, encoding: str) -> str:
    """Return the QR code of `text` for a terminal with a dark background, two modules in a
    character; "" if its `encoding` lacks these characters."""
    out = io.StringIO()
    _code(text, "l").terminal(out=out, border=_BORDER, compact=True)
    try:
        out.getvalue().encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return ""
    return out.getvalue()
