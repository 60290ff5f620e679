"""Reading a message of the link by its row in `link_messages`.

It is a separate module because a board without a laptop never receives one.
"""

from .link_messages import HEX_MOST, MENU_MOST, NUMBER_MOST, SIDES_MOST, TEXT_MOST, lengths


def fields(rows: dict, received: list):
    """Return the fields of the message `received` by name, without those that were left out; None
    if `rows` have no such message or a field is of the wrong kind. More fields than the row has
    come from a later version, and are ignored."""
    if not received or not isinstance(received[0], str) or received[0] not in rows:
        return None
    row = rows[received[0]]
    values = received[1:]
    if len(values) < row.replace(":m", "").count(":") and len(values) not in lengths(row):
        return None
    found = {}
    for n, field in enumerate([field for field in row.split() if field != "?"][: len(values)]):
        name, kind = field.split(":")
        value = values[n:] if kind == "m" else values[n]
        if not _KINDS[kind](value):
            return None
        found[name] = value
    return found


def _is_number(value):
    # `isinstance` takes a bool for an int.
    return type(value) is int and -NUMBER_MOST <= value <= NUMBER_MOST


def _is_text(value):
    """Return whether `value` is a text of printable ASCII."""
    if not isinstance(value, str) or len(value) > TEXT_MOST:
        return False
    return not value or (min(value) >= " " and max(value) <= "~")


def _are_scores(value):
    return isinstance(value, list) and len(value) <= SIDES_MOST and all(map(_is_number, value))


def _is_hex(value):
    if not isinstance(value, str) or not 0 < len(value) <= HEX_MOST or len(value) % 2:
        return False
    return not value.strip("0123456789abcdef")


def _is_menu(values):
    return len(values) <= MENU_MOST and all([_is_number(v) or _is_text(v) for v in values])


_KINDS = {"n": _is_number, "t": _is_text, "s": _are_scores, "h": _is_hex, "m": _is_menu}
