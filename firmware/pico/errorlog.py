"""A small log of errors in a file, which the laptop can ask for."""

from engine_core.compat import const

PATH = "errors.txt"
_LINES = const(24)
_WIDTH = const(120)  # so that a line fits the link's


class ErrorLog:
    """`read` and `add` lines; the oldest are forgotten. What the flash refuses is let pass:
    whoever writes here has trouble enough."""

    def read(self) -> list:
        """Return the lines, oldest first."""
        try:
            with open(PATH) as file:
                return file.read().split("\n")[:-1]
        except OSError:
            return []

    def add(self, text: str) -> None:
        """Add `text`, which may be of several lines."""
        lines = self.read()
        for line in text.split("\n"):
            if line.strip():
                lines.append(_plain(line.rstrip())[:_WIDTH])
        try:
            with open(PATH, "w") as file:
                file.write("".join([line + "\n" for line in lines[-_LINES:]]))
        except OSError:
            pass


def _plain(line):
    return "".join([letter if " " <= letter <= "}" else "?" for letter in line])
