"""build.html: the guide and the wiring as one page without a network. Steps can be ticked, and
stay so; what belongs to a wire or a part lights up in every drawing of its build; the board in 3D
turns and comes apart."""

import base64
import re
from collections.abc import Callable
from html import escape
from pathlib import Path

from hardware import forms

from .guide import build_page
from .markdown import TEMPLATES
from .model import model
from .pictures import picture_files
from .wiring_page import wiring_page

_CODE = re.compile(r"`([^`]+)`")
_OTHER = re.compile(r"drawings/board-")
_DOT = r'<circle cx="([^"]+)" cy="([^"]+)" r="([^"]+)" fill="([^"]+)" stroke="([^"]+)"/>\n'
_DOTS = re.compile(
    rf"{_DOT}(?:<circle cx=\"[^\"]+\" cy=\"[^\"]+\" r=\"\3\" fill=\"\4\" "
    rf"stroke=\"\5\"/>\n){{2,}}"
)
_INLINE = (
    (re.compile(r"\*\*([^*]+)\*\*"), r"<b>\1</b>"),
    (re.compile(r"\*([^*]+)\*"), r"<i>\1</i>"),
)
_IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)]+)\)")
_LINK = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")
_HOLE = re.compile(r"\b[A-Z]\d+\b")  # of the perfboard
_ITEM = re.compile(r"(\d+\.|-) +(.*)")


def html_page(layout: str, drawings: dict[str, Callable[[], str]]) -> str:
    """Return the page. drawings: by path, a function that makes the SVG of each drawing."""
    # The finished boards of the other layouts are only named: each takes 100 KB.
    body = _Writer({path: make for path, make in drawings.items() if not _OTHER.match(path)})
    guide = _without_comment(build_page(layout))
    wires = _without_comment(wiring_page(layout))
    text = (TEMPLATES / "build.html").read_text(encoding="utf-8")
    parts = {
        "TITLE": escape(f"Build a Pegboard: {forms.form(layout).title}"),
        "LAYOUT": escape(layout),
        "GUIDE": body.written(guide, "guide"),
        "WIRING": body.written(wires, "wiring"),
        "SCRIPT": (TEMPLATES / "model.js").read_text(encoding="utf-8"),
        "MODEL": model(layout),
    }
    for name, part in parts.items():
        text = text.replace(f"@@{name}@@", part)
    return text


def _without_comment(text: str) -> str:
    return text.partition("-->\n")[2] if text.startswith("<!--") else text


class _Writer:
    """Converts the Markdown of our own pages to HTML. Each numbered step gets a box to tick."""

    def __init__(self, drawings: dict[str, Callable[[], str]]):
        self._drawings = drawings
        self._shown: dict[str, int] = {}
        self._steps = 0
        self._number = 0  # of the last step since the last heading

    def written(self, text: str, name: str) -> str:
        """Return a page as sections; name: begins the name of each box."""
        out = []
        self._steps = 0
        for n, part in enumerate(re.split(r"^(?=## )", text, flags=re.M)):
            out.append(f'<section id="{name}-{n}">{self._blocks(part, name)}</section>')
        return "\n".join(out)

    def _blocks(self, text, name):
        out: list[str] = []
        lines = text.splitlines()
        at = 0
        while at < len(lines):
            line = lines[at]
            if line.startswith("#"):
                self._number = 0
                level = len(line) - len(line.lstrip("#"))
                out.append(f"<h{level}>{self._inline(line.lstrip('# '))}</h{level}>")
                at += 1
            elif line.lstrip().startswith("|"):
                rows = []
                while at < len(lines) and lines[at].lstrip().startswith("|"):
                    rows.append([cell.strip() for cell in lines[at].strip().strip("|").split("|")])
                    at += 1
                out.append(self._table(rows, name))
            elif line.startswith("    "):
                code = []
                while at < len(lines) and (lines[at].startswith("    ") or not lines[at].strip()):
                    code.append(lines[at][4:])
                    at += 1
                out.append(f"<pre>{escape(chr(10).join(code).strip())}</pre>")
            elif match := _ITEM.match(line):
                words, at = self._paragraph(match[2], lines, at + 1)
                out.append(self._step(words, match[1], name))
            elif line.strip():
                words, at = self._paragraph(line, lines, at + 1)
                out.append(f"<p>{self._inline(words)}</p>")
            else:
                at += 1
        return "\n".join(out)

    def _paragraph(self, words, lines, at):
        """Return `words` with the lines of the paragraph that follow, and the number of the line
        after it."""
        while at < len(lines) and lines[at].strip():
            line = lines[at].strip()
            if line.startswith(("|", "#", "![")) or _ITEM.match(line):
                break
            words += " " + line
            at += 1
        return words, at

    def _step(self, words, mark, name):
        self._steps += 1
        box = f'<input type="checkbox" id="{name}-step-{self._steps}">'
        self._number += mark != "-"
        number = f"{self._number}. " if mark != "-" else ""
        return f'<p class="step"><label>{box} {number}{self._inline(words)}</label></p>'

    def _table(self, rows, name):
        head, body = rows[0], rows[2:]
        wires, parts = head[0] == "wire", head[:2] == ["part", "its leads"]
        out = [
            "<table><tr>" + "".join(f"<th>{self._inline(cell)}</th>" for cell in head) + "</tr>"
        ]
        for row in body:
            cells = [self._inline(cell) for cell in row]
            kind = "wire" if wires else "part"
            mark = f' data-{kind}="{escape(row[0])}"' if wires or parts else ""
            if wires and (holes := _HOLE.findall(row[3])):
                mark += f' data-holes="{" ".join(holes)}"'
            if wires or head[0] == "measure":
                self._steps += 1
                cells[0] = (
                    f'<label><input type="checkbox" id="{name}-step-{self._steps}"> '
                    f"{cells[0]}</label>"
                )
            out.append(f"<tr{mark}>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
        return "\n".join([*out, "</table>"])

    def _inline(self, words):
        kept: list[str] = []

        def keep(html):
            kept.append(html)
            return f"\0{len(kept) - 1}\0"

        words = _CODE.sub(lambda m: keep(f"<code>{escape(m[1])}</code>"), words)
        words = _IMAGE.sub(lambda m: keep(self._image(m[1], m[2])), words)
        words = _LINK.sub(lambda m: keep(self._link(m[1], m[2])), words)
        words = escape(words, quote=False)
        for pattern, html in _INLINE:
            words = pattern.sub(html, words)
        return re.sub("\0(\\d+)\0", lambda m: kept[int(m[1])], words)

    def _image(self, title, path):
        # Repeated if a build's own section has it too: there its wires light up.
        count = self._shown[path] = self._shown.get(path, 0) + 1
        if path in self._drawings:
            mark = f' id="{_id(path)}"' if count == 1 else ""
            return f"<figure{mark}>{_named(_lean(self._drawings[path]()), count)}</figure>"
        pictures = picture_files()
        if path in pictures:
            data = base64.b64encode(pictures[path]()).decode()
            source = f"data:image/png;base64,{data}"
            return f'<figure><img alt="{escape(title)}" src="{source}"></figure>'
        return escape(title)

    def _link(self, title, path):
        """Return a link within the page, or only the title if the target is not on it."""
        page = {"WIRING.md": "wiring-0"}.get(Path(path).name)
        if path in self._shown:
            page = _id(path)
        return f'<a href="#{page}">{escape(title)}</a>' if page else escape(title)


def _id(path: str) -> str:
    return Path(path).stem


def _lean(svg: str) -> str:
    """Return a drawing with rows of equal dots as two round strokes each, their edge and what is
    in it: a perfboard has 828 dots, and the page several perfboards."""

    def strokes(found: re.Match) -> str:
        radius, fill, edge = float(found[3]), found[4], found[5]
        path = "".join(f"M{x} {y}h0" for x, y, *_ in re.findall(_DOT, found[0]))
        return "".join(
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
            'stroke-linecap="round"/>\n'
            for colour, width in ((edge, 2 * radius + 1), (fill, 2 * radius - 1))
        )

    return _DOTS.sub(strokes, svg)


def _named(svg: str, count: int) -> str:
    """Return a drawing with its ids changed so that they differ from those of the others on the
    page."""
    prefix = re.search(r"<title>([^<]*)</title>", svg)
    word = re.sub(r"\W+", "-", prefix[1] if prefix else "drawing") + str(count)
    svg = re.sub(r'<path id="([^"]+)"', rf'<path id="{word}-\1"', svg)
    return re.sub(r'href="#([^"]+)"', rf'href="#{word}-\1"', svg)
