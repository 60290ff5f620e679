"""What the bar shows of a menu."""

from hardware.board import BAR

from .canvas import BRIGHT, DIM, FAINT, MIDDLE, WHITE


def paint(canvas, menu, blink: bool) -> None:
    """The choices as lights, of more than 31 those around the one chosen: what is on is brighter,
    the one chosen blinks. On the right, which question it is."""
    sides = menu.sides()
    if menu.takes_number() and len(menu.lit()) > BAR:
        _number(canvas, menu.at + 1, blink)
        return
    at = menu.at % BAR
    lit = menu.lit()[menu.at - at :][:BAR]
    colours = [WHITE] * len(lit)
    if menu.asks_dealer():
        colours[1 : 1 + len(sides)] = sides
    for place, colour in enumerate(colours):
        level = MIDDLE if lit[place] else FAINT if place == at else DIM
        canvas.bar(place, colour, BRIGHT if place == at and blink else level)
    page, pages = menu.page()
    if len(lit) + pages < BAR:
        for n in range(pages):
            canvas.bar(BAR - pages + n, WHITE, MIDDLE if n < page else FAINT)
    # Who plays what is seen on the board itself: a light for each player, in the side's colour.
    for seat, side in enumerate(sides):
        canvas.hole(seat + 1, side, MIDDLE)


def _number(canvas, number, blink):
    """A number that is asked for and may be larger than the bar: on the holes, up to its own."""
    for n in range(1, number):
        canvas.hole(n, WHITE, FAINT)
    canvas.hole(number, WHITE, BRIGHT if blink else DIM)
