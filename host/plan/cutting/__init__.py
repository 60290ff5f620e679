"""The files that are cut, drilled and printed: DXF, SVG and PDF at true scale.

They need the extra `plan`: ezdxf for the DXF, reportlab for the PDF and for the outlines of its
free fonts, fontTools to read them.
"""

from host.install_command import install_command


class CuttingError(Exception):
    """A library that writes the files is missing; the text says how to install it."""


INSTALL = f"the files to cut and print need: {install_command('plan')}"
