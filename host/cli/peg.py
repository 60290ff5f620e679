"""`pegboard peg`: the points of each card in the play."""

import json

import click

from engine_core.count import play, reasons, words
from engine_core.count.cards import JOKER, RANK_WORDS, RANKS, card, check_distinct, name
from engine_core.errors import CardError, Illegal

from .text import card_text, points_text

_GO = "go"


@click.command(short_help="Give the points of cards played one after another.")
@click.argument("texts", metavar="CARD...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print the points as JSON.")
def peg(texts: tuple[str, ...], as_json: bool) -> None:
    """Give the points of each of these cards, played one after another.

    A card is its rank, with or without its suit. After 31 the count restarts by itself. Write go
    where it restarts because nobody can play, or after the last card of all: the card before it
    gets the point.

    \b
    Examples:
      pegboard peg 4 2 6 3 5
      pegboard peg KH QS JD go 5C 5S
    """
    laid = [_read(text) for text in " ".join(texts).split()]
    if not laid:
        raise click.UsageError("Write at least one card.")
    _check_deck(laid)
    plays = pegged(laid)
    points = sum([row["points"] for row in plays])
    if as_json:
        click.echo(json.dumps({"plays": plays, "points": points}))
        return
    click.echo("card  count  points")
    for (text, known), row in zip(laid, plays, strict=True):
        scored = f"{row['points']:>6}  {row['spoken']}" if row["points"] else ""
        click.echo(f"{_shown(text, known):<4}  {row['count']:>5}  {scored}".rstrip())
    click.echo(points_text(points) + " in all")


def pegged(laid: list[tuple[str, int | None]]) -> list[dict]:
    """Return the count, the points and the reasons for each of `laid`, as `_read` returns them.

    Raises Illegal if the rules do not allow it.
    """
    rows = []
    line: list[int] = []
    texts: list[str] = []
    for text, known in laid:
        if known is None:
            if not line:
                raise Illegal("go, but no card has been laid since the count started")
            rows.append(_row(text, play.total(line), [(reasons.GO, 1, ())], []))
            line, texts = [], []
            continue
        line.append(known)
        texts.append(text)
        count = play.total(line)
        if count > play.COUNT_MOST:
            raise Illegal(
                f"{_shown(text, known)} makes the count {count}, and it cannot pass "
                f"{play.COUNT_MOST}: write go before it if nobody could play"
            )
        rows.append(_row(text, count, play.explain(line), texts))
        if count == play.COUNT_MOST:
            line, texts = [], []
    return rows


def _row(text: str, count: int, items: list, texts: list[str]) -> dict:
    return {
        "laid": text,
        "count": count,
        "points": sum([item[1] for item in items]),
        "spoken": words.spoken(items),
        "items": [
            {
                "text": words.reason(item),
                "points": item[1],
                "cards": texts[len(texts) - len(item[2]) :],
            }
            for item in items
        ],
    }


def _read(text: str) -> tuple[str, int | None]:
    """Return the text to print and the card, in any suit if none is written; None for go."""
    word = text.upper()
    if word == "GO":
        return _GO, None
    if word == "10":
        word = "T"
    if len(word) == 1 and word in RANKS:
        return word, RANKS.index(word) * 4
    try:
        known = card(text)
    except CardError:
        raise CardError(
            f"'{text}' is not a card: write the rank, as in 5, 10 or K, with the suit or without, "
            "as in 5H; or go"
        ) from None
    if known == JOKER:
        raise CardError("the joker is not laid in this game")
    return name(known), known


def _shown(text: str, known: int | None) -> str:
    """Return the text for a person: `10` and `10♥` for `T` and `TH`."""
    if known is None or len(text) == 1:
        return "10" if text == "T" else text
    return card_text(known)


def _check_deck(laid: list[tuple[str, int | None]]) -> None:
    """Raise CardError if these cards cannot come from one deck."""
    known = [(text, card) for text, card in laid if card is not None]
    check_distinct([card for text, card in known if len(text) > 1])
    ranks = [card // 4 for _, card in known]
    for rank, word in enumerate(RANK_WORDS.split(",")):
        if ranks.count(rank) > 4:
            raise CardError(f"a deck has only four of each rank, and this is a fifth {word}")
