"""Lines of the link, read."""

from firmware.link import link_line


def received(line):
    parsed = link_line.parse(line)
    assert parsed
    return parsed[1]


def sent(line):
    """Return the message in a line to the board, without its id, and the id."""
    name, number, *rest = received(line)
    return [name, *rest], number
