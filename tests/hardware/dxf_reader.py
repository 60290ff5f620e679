"""Reads a DXF with ezdxf.

ezdxf takes half a second of CPU to import. It is imported when first used, because every process
collects all tests, and few run these.
"""

import io


def read(text):
    """Return the document in `text`."""
    import ezdxf

    return ezdxf.read(io.StringIO(text))


def is_in_millimetres(document):
    """Return whether a document declares its unit as mm."""
    from ezdxf import units

    return document.units == units.MM


def size(entity):
    """Return (width, height) of an entity."""
    from ezdxf import bbox

    extent = bbox.extents([entity]).size
    return extent.x, extent.y
