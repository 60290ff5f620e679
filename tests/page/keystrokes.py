"""Keys of the board, pressed on the keyboard of a page: a click takes four times as long."""

TYPED = {
    "JK": "x", "GO": "g", "UNDO": "u", "MENU": "m", "LEFT": "ArrowLeft", "RIGHT": "ArrowRight",
    "ENTER": "Enter", "ESCAPE": "Escape",
}  # fmt: skip


def press(page, keys):
    """Press the keys of `keys`, separated by spaces; a card is its rank and its suit."""
    for word in keys.split():
        for typed in [TYPED[word]] if word in TYPED else word.lower():
            page.keyboard.press(typed)
