"""Every message of the link: its name and its fields, in order. See PROTOCOL.md.

The sender makes a message with `message` and the receiver reads it with `message_fields.fields`,
both from the same row. A row is `name:kind` for each field. Fields after a `?` may be left out
together with all that follow.
"""

from engine_core.compat import const

PROTOCOL = const(3)

NUMBER_MOST = 0xFFFFFFFF
TEXT_MOST = const(200)  # characters
HEX_MOST = const(256)  # digits
SIDES_MOST = const(8)
MENU_MOST = const(16)  # values

# The kinds: n number, t text, s scores of the sides, h bytes in hex, m a menu's values.
FROM_BOARD = {
    "hello": "protocol:n ? engine:t nonce:t lost:n ? program:t ? layout:t",
    "new": "",
    "base": "first:n begun:n at:n total:n piece:h",
    "entries": "first:n packed:h",
    "undone": "at:n ? packed:h",
    "entry": "length:n text:t ? scores:s check:n undone:n",
    "undo": "length:n ? text:t scores:s check:n undone:n",
    "redo": "length:n text:t scores:s check:n undone:n",
    "left_out": "length:n text:t scores:s check:n undone:n",
    "state": "length:n text:t scores:s check:n undone:n",
    "name": "side:n ? name:h",
    "key_entry": "side:n rank:n points:n",
    "saved": "at:n names:h",
    "menu": "? kind:t values:m",
    "refused": "reason:t ? pattern:n",
    "step": "",
    "counts": "",
    "archive": "identity:h newest:n",
    "game": "number:n game:n at:n total:n ? piece:h",
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
    "archive": "id:n",
    "game": "id:n after:n at:n",
}


def message(row: str, name: str, values) -> list:
    """Return the message `name` with the fields `values`, in the order of `row`.

    Raises ValueError if there are fewer or more values than fields.
    """
    if row[-1:] != "m" and len(values) not in lengths(row):
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


def lengths(row: str) -> list:
    """Return the possible numbers of fields."""
    lengths = []
    for part in row.split("?"):
        lengths.append((lengths[-1] if lengths else 0) + part.count(":"))
    return lengths
