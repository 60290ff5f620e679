"""Paints the pictures of BUILD.md that need other programs:

    python -m tests.hardware.pictures

The circuit board from its Gerbers, by Gerbonara and a browser, and the parts to print from their
STL. They need KiCad 6 and the extra `cad-test`.
"""

import base64
import io
import tempfile
import warnings
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

import hardware
from hardware.printed.parts import printed_parts
from hardware.printed.solids import stl
from host.plan import pcb
from tests.browser import find_browser
from tests.hardware.rendering import view

FOLDER = Path(hardware.__file__).parent / "drawings"
WIDTH = 1400


def main() -> None:
    """Paint every picture into hardware/drawings."""
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        for name, svg, shape in circuit_board(Path(folder)):
            save(FOLDER / f"pcb-{name}.png", painted(svg, WIDTH, round(WIDTH * shape)))
    save(FOLDER / "printed.png", printed())


def circuit_board(folder: Path):
    """Yield the two sides of the circuit board: name, SVG, height divided by width."""
    from gerbonara import LayerStack

    pcb.write_pcb(folder)
    stack = LayerStack.open(folder / "fabrication")
    (left, bottom), (right, top) = stack.board_bounds()
    for name, side in (("front", "top"), ("back", "bottom")):
        yield name, str(stack.to_pretty_svg(side=side)), (top - bottom) / (right - left)


def printed() -> Image.Image:
    """Return a picture of the parts to print, side by side."""
    names = ("wells-1", "wells-3", "foot", "pico-holder", "cable-clamp")
    found = {part.name: part for part in printed_parts()}
    sheet = Image.new("RGB", (WIDTH, 900), "white")
    for n, name in enumerate(names):
        across = 2 if n < 2 else 3
        width, row = WIDTH // across, 0 if n < 2 else 1
        column = n if n < 2 else n - 2
        part = found[name]
        title = f"{part.title}, {part.quantity} of them" if part.quantity > 1 else part.title
        picture = view(stl(part), width, 500 if row == 0 else 400, title)
        sheet.paste(picture, (column * width, 500 * row))
    return sheet


def painted(svg: str, width: int, height: int) -> Image.Image:
    """Return the image of an SVG painted by a browser."""
    data = base64.b64encode(svg.encode()).decode()
    text = (
        f'<body style="margin:0"><img style="width:{width}px;height:{height}px" '
        f'src="data:image/svg+xml;base64,{data}">'
    )
    with sync_playwright() as playwright:
        program = find_browser(playwright)
        browser = playwright.chromium.launch(executable_path=program)
        page = browser.new_page(viewport={"width": width, "height": height})
        page.set_content(text)
        page.evaluate("Promise.all([...document.images].map(image => image.decode()))")
        shot = page.screenshot()
        browser.close()
    return Image.open(io.BytesIO(shot))


def save(path: Path, image: Image.Image) -> None:
    """Save a picture with as few colours as it needs."""
    image.convert("RGB").quantize(48).save(path, optimize=True)
    print(path.name, path.stat().st_size)


if __name__ == "__main__":
    main()
