"""A sheet as DXF R2010 in millimetres: layers CUT, SCORE and ENGRAVE, y upwards."""

import io

from hardware.body.shapes import Circle

from . import INSTALL, CuttingError
from .sheet import CUT, ENGRAVE, SCORE, Sheet

# AutoCAD's colour numbers; cutting services read red as a cut.
_COLOURS = {CUT: 1, SCORE: 5, ENGRAVE: 7}
# Entries that ezdxf adds while writing, in the order of a set, which differs between runs.
_CLASSES = ("ACDBPLACEHOLDER", "LAYOUT")


def dxf(drawn: Sheet) -> str:
    """Return the text of the file. Raises CuttingError without ezdxf."""
    try:
        from ezdxf import options, units  # pyright: ignore[reportPrivateImportUsage]
        from ezdxf.filemanagement import new
    except ImportError:
        raise CuttingError(INSTALL) from None
    fixed = options.write_fixed_meta_data_for_testing
    # Without it each file contains the time.
    options.write_fixed_meta_data_for_testing = True
    try:
        made = new("R2010", units=units.MM)
        for name in _CLASSES:
            made.classes.add_class(name)
        for name, colour in _COLOURS.items():
            made.layers.add(name, color=colour)
        _draw(made.modelspace(), drawn)
        out = io.StringIO()
        made.write(out)
    finally:
        options.write_fixed_meta_data_for_testing = fixed
    return out.getvalue()


def _draw(space, drawn):
    def at(x, y):
        return round(x - drawn.left, 4), round(drawn.top + drawn.height - y, 4)

    def add(layer, points, close=True):
        line = space.add_lwpolyline([], close=close, dxfattribs={"layer": layer})
        # All at once, because ezdxf copies the previous ones for each that is added.
        line.lwpoints.set([(*at(x, y), 0, 0, -bulge) for x, y, bulge in points])

    for shape in drawn.cuts:
        if isinstance(shape, Circle):
            space.add_circle(at(shape.x, shape.y), shape.diameter / 2, dxfattribs={"layer": CUT})
        else:
            add(CUT, shape.points())
    for stroke in drawn.scores:
        add(SCORE, stroke.points, close=False)
    for contour in drawn.engraved:
        add(ENGRAVE, [(x, y, 0) for x, y in contour])
