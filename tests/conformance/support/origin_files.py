"""Files of a page's origin, in memory."""

from binascii import a2b_base64, b2a_base64


class File:
    """A file of the page's origin; `full`: it takes nothing more."""

    def __init__(self, data=b""):
        self.data = bytearray(data)
        self.full = False

    def read(self):
        return b2a_base64(self.data).decode().strip()

    def write(self, at, text):
        if self.full:
            raise ValueError("no room is left")
        data = a2b_base64(text)
        self.data.extend(bytes(max(0, at + len(data) - len(self.data))))
        self.data[at : at + len(data)] = data

    def replace(self, text):
        if self.full:
            raise ValueError("no room is left")
        self.data = bytearray(a2b_base64(text))


class Files:
    def __init__(self):
        self.game, self.games, self.names, self.hands = File(), File(), File(), File()
        self.kept = []

    def keep(self, name):
        self.kept.append(name)
