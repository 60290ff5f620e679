"""An SVG drawing: lines, boxes and words, in drawing order."""

from html import escape

FONT = "DejaVu Sans, Verdana, Arial, sans-serif"
COLOURS = {
    "red": "#d01c1c", "black": "#1a1a1a", "blue": "#1d4ed8", "green": "#128a2e",
    "yellow": "#f2c500", "orange": "#f07a12", "brown": "#7a4a21", "violet": "#8b2fc9",
    "grey": "#8a8a8a", "white": "#ffffff", "pink": "#f48fb1", "turquoise": "#1fb5b5",
    "bare": "#b08d57",
}  # fmt: skip


def tag_width(text: str) -> float:
    """Return the width of the label that `Drawing.tag` writes."""
    return 6.6 * len(text) + 6


class Drawing:
    """A white sheet of `width` by `height`, with a title and a line about its contents."""

    def __init__(self, width: float, height: float, title: str, words: str):
        self._size = (width, height)
        self._items: list[str] = []
        self._paths: list[str] = []
        self._title = title
        self._of = ""
        self.words(24, 34, title, 22, bold=True)
        self.words(24, 58, words, 13)

    def of_wire(self, name: str) -> None:
        """Assign everything drawn from here on to the wire `name`, "" for none."""
        self._of = f' data-wire="{escape(name)}"' if name else ""

    def of_part(self, ref: str, hole: str = "") -> None:
        """Assign everything drawn from here on to the part `ref`, "" for none; hole: the name of
        the hole of the perfboard in which it is, if it is a lead."""
        self._of = f' data-part="{escape(ref)}"' if ref else ""
        if hole:
            self._of += f' data-hole="{escape(hole)}"'

    def box(
        self,
        x,
        y,
        width,
        height,
        fill="#f4f1ea",
        edge="#444",
        radius: float = 6,
        line=1.5,
        opacity=1.0,
    ) -> None:
        """Draw a rectangle."""
        seen = f' fill-opacity="{_n(opacity)}"' if opacity < 1 else ""
        self._items.append(
            f'<rect{self._of} x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" '
            f'rx="{_n(radius)}" fill="{fill}"{seen} stroke="{edge}" stroke-width="{_n(line)}"/>'
        )

    def dot(self, x, y, radius, fill="#1a1a1a", edge="none") -> None:
        """Draw a disc."""
        self._items.append(
            f'<circle{self._of} cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{fill}" '
            f'stroke="{edge}"/>'
        )

    def path(self, points, colour="#1a1a1a", width=1.5, fill="none") -> None:
        """Draw straight lines from point to point, of a CSS colour."""
        where = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        tag = "polygon" if fill != "none" else "polyline"
        self._items.append(
            f'<{tag}{self._of} points="{where}" fill="{fill}" stroke="{colour}" '
            f'stroke-width="{_n(width)}" stroke-linejoin="round" stroke-linecap="round"/>'
        )

    def wire(self, points, colour: str) -> None:
        """Draw a wire of a named colour on a white rim, so that a crossing does not look like a
        joint."""
        self.path(points, "#ffffff", 8)
        self.path(points, "#333333", 4)
        self.path(points, COLOURS[colour], 2.6)

    def words(self, x, y, text, size=12, anchor="start", bold=False, fill="#1a1a1a") -> None:
        """Write `text` with its baseline at `y`."""
        weight = ' font-weight="bold"' if bold else ""
        self._items.append(
            f'<text{self._of} x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" '
            f'text-anchor="{anchor}"{weight} fill="{fill}">{escape(text)}</text>'
        )

    def tag(self, x, y, text, anchor="start") -> None:
        """Write a small label on white at (x, y), the middle of its height."""
        width = tag_width(text)
        left = {"start": x, "end": x - width, "middle": x - width / 2}[anchor]
        self.box(left, y - 8, width, 16, "#ffffff", "#bbbbbb", 3, 0.8)
        self.words(left + 3, y + 4, text, 11)

    def define(self, name: str, d: str) -> None:
        """Define the path `d` under `name`, filled by the even-odd rule."""
        path = f'<path id="{escape(name)}" d="{d}" fill-rule="evenodd"/>'
        if path not in self._paths:
            self._paths.append(path)

    def place(
        self,
        name: str,
        matrix: tuple[float, ...],
        fill: str,
        edge: str = "none",
        line: float = 0.5,
        opacity: float = 1.0,
    ) -> None:
        """Draw a defined path, moved by an SVG matrix of six numbers."""
        seen = f' opacity="{_n(opacity)}"' if opacity < 1 else ""
        self._items.append(
            f'<use href="#{escape(name)}" transform="matrix({_numbers(matrix)})" fill="{fill}" '
            f'stroke="{edge}" stroke-width="{_n(line)}"{seen}/>'
        )

    def words_on(self, matrix: tuple[float, ...], text, size, angle=0.0, fill="#1a1a1a") -> None:
        """Write `text` around the middle of a plane that an SVG matrix describes, turned by
        `angle` degrees."""
        turn = f" rotate({_n(angle)})" if angle else ""
        self._items.append(
            f'<text transform="matrix({_numbers(matrix)}){turn}" y="{_n(size * 0.36)}" '
            f'font-size="{_n(size)}" text-anchor="middle" font-weight="bold" '
            f'fill="{fill}">{escape(text)}</text>'
        )

    def text(self) -> str:
        """Return the SVG."""
        width, height = self._size
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(width)}" '
                f'height="{_n(height)}" viewBox="0 0 {_n(width)} {_n(height)}" '
                f'font-family="{FONT}">',
                f"<title>{escape(self._title)}</title>",
                f'<rect width="{_n(width)}" height="{_n(height)}" fill="#ffffff"/>',
                *(["<defs>", *self._paths, "</defs>"] if self._paths else []),
                *self._items,
                "</svg>",
                "",
            ]
        )


def _numbers(matrix: tuple[float, ...]) -> str:
    return " ".join(f"{value:.4f}".rstrip("0").rstrip(".") for value in matrix)


def _n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
