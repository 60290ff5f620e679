"""`pegboard count`: the points of a hand or a crib, and the reasons."""

import json

import click

from engine_core.count import show, words
from engine_core.count.cards import JOKER, check_distinct, name
from engine_core.count.cards import cards as parse

from .text import cards_text, points_text

# With the starter: four cards in most games and every crib, three in Noddy and five-card.
_FIVE = 5
_FOUR = 4


@click.command()
@click.argument("texts", metavar="CARD... STARTER", nargs=-1, required=True)
@click.option("--crib", is_flag=True, help="Count a crib: its flush needs all five cards.")
@click.option("--json", "as_json", is_flag=True, help="Print the count as JSON.")
def count(texts: tuple[str, ...], crib: bool, as_json: bool) -> None:
    """Count a hand with its starter, which is the last card given.

    A card is its rank and its suit: A 2 3 4 5 6 7 8 9 10 (or T) J Q K, then S H D C, in capitals
    or not.

    \b
    Examples:
      pegboard count 5H 5C 5S JD 5D
      pegboard count --crib 2c 4c 6c kc 8c
    """
    given = parse(" ".join(texts))
    _check_size(len(given), crib)
    check_distinct(given)
    result = counted(given[:-1], given[-1], crib)
    click.echo(json.dumps(result) if as_json else _text(given, crib))


def counted(hand: list[int], starter: int, crib: bool) -> dict:
    """Return the count for JSON: the points, its wording, and the items with their cards."""
    items = show.explain(hand, starter, crib)
    return {
        "hand": [name(card) for card in hand],
        "starter": name(starter),
        "crib": crib,
        "points": show.count(hand, starter, crib),
        "spoken": words.spoken(items),
        "items": [
            {
                "text": words.reason(item),
                "points": item[1],
                "cards": [name(card) for card in item[2]],
            }
            for item in items
        ],
    }


def _check_size(size: int, crib: bool) -> None:
    if size == _FIVE or (size == _FOUR and not crib):
        return
    wanted = (
        "the four cards of the crib and the starter, five in all"
        if crib
        else "a hand of four cards and the starter, five in all (or four, for a hand of three)"
    )
    raise click.UsageError(f"Write {wanted}. You wrote {size}.")


def _text(given: list[int], crib: bool) -> str:
    hand, starter = given[:-1], given[-1]
    points = show.count(hand, starter, crib)
    title = "Crib" if crib else "Hand"
    lines = [f"{title} {cards_text(hand)}, starter {cards_text([starter])}: {points_text(points)}"]
    if JOKER in given:
        return lines[0] + "\nThe joker kills it."
    items = show.explain(hand, starter, crib)
    so_far = 0
    for item in items:
        so_far += item[1]
        lines.append(f"{so_far:>4}  {words.reason(item):<15}  {cards_text(item[2])}")
    lines.append(words.spoken(items).capitalize() + ".")
    return "\n".join(lines)
