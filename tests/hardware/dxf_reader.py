"""A DXF as ezdxf reads it.

ezdxf takes half a second of CPU to import. Here it is imported when it is used: every process
collects all tests, and few run these.
"""

import io


def read(text):
    """Return the document that `text` is."""
    import ezdxf

    return ezdxf.read(io.StringIO(text))


def is_in_millimetres(document):
    """Return whether a document says that it is in mm."""
    from ezdxf import units

    return document.units == units.MM


def size(entity):
    """Return (width, height) of an entity."""
    from ezdxf import bbox

    extent = bbox.extents([entity]).size
    return extent.x, extent.y
