"""What JavaScript gives the board in a page's worker, held by a test."""

from .origin_files import Files


class Page:
    """What JavaScript gives a PageBoard. `frames` and `answers` are what it was told; at each
    frame, `saved` is what the game's file had."""

    def __init__(self, files=None):
        self.files = files or Files()
        self.time = 0
        self.frames, self.saved, self.answers = [], [], {}

    def now(self):
        return self.time

    def seconds(self):
        return str(1_795_000_000 + self.time / 1000)

    def frame(self, text):
        self.frames.append(text)
        self.saved.append(bytes(self.files.game.data))

    def answer(self, number, text):
        self.answers[number] = text
