"""The bar while a menu is open."""

from hardware.board import BAR

from .levels import BRIGHT, DIM, FAINT, MIDDLE, WHITE


def paint(canvas, menu, blink: bool) -> None:
    """Paint the choices as lights; if there are more than 31, those around the chosen one. An
    option that is on is brighter, and the chosen one blinks. At the right, lights show the number
    of the question."""
    sides = menu.sides()
    if menu.takes_number() and menu.count() > BAR:
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
    for side, score in enumerate(menu.pegs()):
        if score:
            canvas.hole(score, side, BRIGHT)
    # The holes show who plays for which side: a light for each player, in the side's colour.
    for seat, side in enumerate(sides):
        canvas.hole(seat + 1, side, MIDDLE)


def _number(canvas, number, blink):
    """Paint a number that may be larger than the bar on the holes, up to the hole of that
    number."""
    for n in range(1, number):
        canvas.hole(n, WHITE, FAINT)
    canvas.hole(number, WHITE, BRIGHT if blink else DIM)
