"""Every message of the link: its name and its fields, in order. See PROTOCOL.md.

The sender makes a message with `message` and the receiver reads it with `fields`, both from the
same row. A row is `name:kind` for each field. Fields after a `?` may be left out together with all
that follow.
"""

from engine_core.compat import const

PROTOCOL = const(2)

NUMBER_MOST = 0xFFFFFFFF
TEXT_MOST = const(200)  # characters
HEX_MOST = const(256)  # digits
SIDES_MOST = const(8)
MENU_MOST = const(16)  # values

# The kinds: n number, t text, s scores of the sides, h bytes in hex, m a menu's values.
FROM_BOARD = {
    "hello": "protocol:n ? engine:t nonce:t lost:n ? program:t",
    "new": "",
    "base": "first:n begun:n at:n total:n piece:h",
    "entries": "first:n packed:h",
    "entry": "length:n text:t ? scores:s check:n",
    "undo": "length:n ? text:t scores:s check:n",
    "redo": "length:n ? text:t scores:s check:n",
    "state": "length:n text:t scores:s check:n",
    "name": "side:n ? name:h",
    "key_entry": "side:n rank:n points:n",
    "menu": "? kind:t values:m",
    "refused": "reason:t ? pattern:n",
    "beat": "length:n",
    "log": "line:t ? index:n",
    "done": "id:n",
    "failed": "id:n reason:t",
}
TO_BOARD = {
    "snapshot": "id:n",
    "log": "id:n",
    "give": "id:n at:n piece:h",
    "restore": "id:n total:n check:n",
    "name": "id:n side:n ? name:h",
}


def message(row: str, name: str, values) -> list:
    """Return the message `name` with the fields `values`, in the order of `row`.

    Raises ValueError if there are fewer or more values than fields.
    """
    if row[-1:] != "m" and len(values) not in _lengths(row):
        raise ValueError(name + " has other fields: " + row)
    return [name] + list(values)


def from_board(name: str, *values) -> list:
    """Return a message from the board to the laptop. Raises KeyError for an unknown name, and
    ValueError for a wrong number of fields."""
    return message(FROM_BOARD[name], name, values)


def to_board(name: str, *values) -> list:
    """Return a request from the laptop to the board; `values` begin with its id. Raises KeyError
    for an unknown name, and ValueError for a wrong number of fields."""
    return message(TO_BOARD[name], name, values)


def fields(rows: dict, received: list):
    """Return the fields of the message `received` by name, without those that were left out; None
    if `rows` have no such message or a field is of the wrong kind. More fields than the row has
    come from a later version, and are ignored."""
    if not received or not isinstance(received[0], str) or received[0] not in rows:
        return None
    row = rows[received[0]]
    values = received[1:]
    if len(values) < row.replace(":m", "").count(":") and len(values) not in _lengths(row):
        return None
    found = {}
    for n, field in enumerate([field for field in row.split() if field != "?"][: len(values)]):
        name, kind = field.split(":")
        value = values[n:] if kind == "m" else values[n]
        if not _KINDS[kind](value):
            return None
        found[name] = value
    return found


def _lengths(row):
    """Return the possible numbers of fields."""
    lengths = []
    for part in row.split("?"):
        lengths.append((lengths[-1] if lengths else 0) + part.count(":"))
    return lengths


def _is_number(value):
    # `isinstance` takes a bool for an int.
    return type(value) is int and -NUMBER_MOST <= value <= NUMBER_MOST


def _is_text(value):
    """Return whether it can be shown as it is: printable ASCII."""
    if not isinstance(value, str) or len(value) > TEXT_MOST:
        return False
    return all([" " <= character <= "~" for character in value])


def _are_scores(value):
    return isinstance(value, list) and len(value) <= SIDES_MOST and all(map(_is_number, value))


def _is_hex(value):
    if not isinstance(value, str) or not 0 < len(value) <= HEX_MOST or len(value) % 2:
        return False
    return all([digit in "0123456789abcdef" for digit in value])


def _is_menu(values):
    return len(values) <= MENU_MOST and all([_is_number(v) or _is_text(v) for v in values])


_KINDS = {"n": _is_number, "t": _is_text, "s": _are_scores, "h": _is_hex, "m": _is_menu}
