"""The printable sheet of an evening: standings, rounds, and a score card for each player."""

from html import escape
from importlib import resources

from .standings import SKUNK_POINTS, WIN_POINTS, Met, Standings

_ROWS_WITHOUT_PLAN = 9  # rows of a card: the games of a usual evening
_COLUMNS = ("Place", "Player", "Points", "Won", "Lost", "Skunks", "Spread")
_CARD_COLUMNS = ("Game", "Opponent", "Points", "Spread +", "Spread −", "Initials")


_WITHOUT_PLAN = (
    '<p class="about">Nobody has planned this evening. Here are all games of two sides with names'
    " that were finished at these tables in the twelve hours up to the last one: a win is two"
    " points, a skunk three. For rounds, and for who plays whom next, send a plan from any"
    ' computer of the club: <code>pegboard standings tuesday.txt --draw "Ann, Ben, Cat" --mqtt'
    " ADDRESS</code></p>"
)


def sheet(told: Standings, style: str = "", links: str = "") -> str:
    """Return the sheet as an HTML page.

    style: HTML links to its style sheet and its icon, since a browser requests an icon anyway; ""
    to embed the style, so that the page is one file; links: HTML at its top.
    """
    title = escape(told.title or "Standings")
    css = style or f"<style>\n{style_sheet()}</style>"
    parts = [f"<h1>{title}</h1>", *([] if told.is_planned else [_WITHOUT_PLAN]), _table(told)]
    if told.notes:
        parts.append(_list("Please look at", told.notes, "notes"))
    if told.play_off:
        parts.append(_list("Play-off, by seed", [_seeds(told, pair) for pair in told.play_off]))
    if any(told.rounds):
        sections = [
            _round(f"Round {number}" if told.is_planned else "Games", met)
            for number, met in enumerate(told.rounds, 1)
        ]
        parts.append(f'<div class="rounds">{"".join(sections)}</div>')
    if told.rows:
        cards = "".join(_card(told, row.name) for row in told.rows)
        parts.append(f'<h2 class="cards-heading">Score cards</h2><div class="cards">{cards}</div>')
    return (
        '<!doctype html>\n<html lang="en-GB">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n{css}\n</head>\n<body>\n{links}<main>\n"
        + "\n".join(parts)
        + "\n</main>\n</body>\n</html>\n"
    )


def style_sheet() -> str:
    """Return the style sheet of the page."""
    return resources.files("host.web").joinpath("page/sheet.css").read_text(encoding="utf-8")


def _table(told: Standings) -> str:
    head = "".join(f"<th{_name(one)}>{one}</th>" for one in _COLUMNS)
    rows = []
    for row in told.rows:
        kind = " qualified" if row.name in told.qualifiers else ""
        cells = [
            f"<td>{row.place}</td>",
            f'<td class="name{kind}">{escape(row.name)}</td>',
            *(f"<td>{number}</td>" for number in (row.points, row.won, row.lost, row.skunks)),
            f"<td>{row.spread:+}</td>",
        ]
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _name(column: str) -> str:
    return ' class="name"' if column in ("Player", "Opponent") else ""


def _list(heading: str, lines, kind: str = "") -> str:
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f'<h2>{escape(heading)}</h2><ul class="{kind}">{items}</ul>'


def _seeds(told: Standings, pair: tuple[int, int | None]) -> str:
    named = [f"{seed} {told.qualifiers[seed - 1]}" for seed in pair if seed]
    return " - ".join(named) if len(named) == 2 else f"{named[0]}: bye"


def _round(heading: str, pairings: tuple[Met, ...]) -> str:
    items = "".join(f"<li>{_pairing(one)}</li>" for one in pairings)
    return f"<section><h2>{heading}</h2><ul>{items}</ul></section>"


def _pairing(one: Met) -> str:
    first, second = escape(one.pairing.first), escape(one.pairing.second)
    if not second:
        return f"{first}: bye"
    if not one.scores:
        return f"{first} - {second}"
    a, b = one.scores
    mark = ", skunk" if one.is_skunk else ""
    won = '<span class="won">{}</span>'
    names = (first, won.format(second)) if one.winner else (won.format(first), second)
    return f"{names[0]} {a} - {b} {names[1]}{mark}"


def _card(told: Standings, name: str) -> str:
    head = "".join(f"<th{_name(one)}>{one}</th>" for one in _CARD_COLUMNS)
    lines = [
        (number, one)
        for number, met in enumerate(told.rounds, 1)
        for one in met
        if name in one.pairing[:2]
    ]
    if not told.is_planned:  # all are of one round
        lines = [(number, one) for number, (_, one) in enumerate(lines, 1)]
    rows = [_card_row(number, name, one) for number, one in lines]
    blank = "<td></td>" * (len(_CARD_COLUMNS) - 1)
    rows += [
        f"<tr><td>{number}</td>{blank}</tr>"
        for number in range(len(lines) + 1, _ROWS_WITHOUT_PLAN + 1 if not lines else 0)
    ]
    body = "".join(rows)
    return (
        f'<section class="card"><h3>{escape(name)}</h3><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></section>"
    )


def _card_row(number: int, name: str, one: Met) -> str:
    other = one.pairing.second if name == one.pairing.first else one.pairing.first
    points = plus = minus = ""
    if one.scores:
        points = str((SKUNK_POINTS if one.is_skunk else WIN_POINTS) if one.won(name) else 0)
        plus, minus = (str(one.spread), "") if one.won(name) else ("", str(one.spread))
    cells = [number, escape(other) or "bye", points, plus, minus, ""]
    tds = [
        f"<td{_name(head)}>{cell}</td>" for head, cell in zip(_CARD_COLUMNS, cells, strict=True)
    ]
    return f"<tr>{''.join(tds)}</tr>"
