"""The footprint of a socket for a key switch, which KiCad 6 does not have. Only KiCad's own Python
imports this."""

import pcbnew  # pyright: ignore[reportMissingImports] # only KiCad's own Python has it

from . import placement
from .kicad_files import at, mm

_LINE = 0.12


def hot_swap(board):
    """Return the footprint, with the socket on its upper side: it is turned over with the other
    parts, and its origin is the middle of the switch."""
    made = pcbnew.FOOTPRINT(board)
    library, name = placement.HOT_SWAP.split(":")
    made.SetFPID(pcbnew.LIB_ID(library, name))
    made.SetAttributes(pcbnew.FP_SMD)
    made.Value().SetVisible(False)
    # Turning it over exchanges top and bottom, and the half turn of the others left and right.
    for number, (x, y) in placement.SOCKET_PADS.items():
        pad = pcbnew.PAD(made)
        pad.SetName(number)
        pad.SetAttribute(pcbnew.PAD_ATTRIB_SMD)
        pad.SetShape(pcbnew.PAD_SHAPE_RECT)
        pad.SetSize(pcbnew.wxSizeMM(*placement.SOCKET_PAD))
        pad.SetLayerSet(pad.SMDMask())
        _put(made, pad, -x, y)
    for x, y, diameter in placement.SOCKET_HOLES:
        hole = pcbnew.PAD(made)
        hole.SetAttribute(pcbnew.PAD_ATTRIB_NPTH)
        hole.SetShape(pcbnew.PAD_SHAPE_CIRCLE)
        hole.SetSize(pcbnew.wxSizeMM(diameter, diameter))
        hole.SetDrillSize(pcbnew.wxSizeMM(diameter, diameter))
        hole.SetLayerSet(hole.UnplatedHoleMask())
        _put(made, hole, -x, y)
    left, top, right, bottom = placement.SOCKET_BODY
    _box(made, pcbnew.F_CrtYd, -right, top, -left, bottom, 0.05)
    half = placement.SWITCH_HALF
    _box(made, pcbnew.B_CrtYd, -half, -half, half, half, 0.05)
    # The socket's two steps, where its outline is not on a pad.
    for x1, y1, x2, y2 in ((-4.3, -6.75, 3.9, -6.75), (-4.8, -1.0, 5.5, -1.0)):
        line = pcbnew.FP_SHAPE(made)
        line.SetShape(pcbnew.S_SEGMENT)
        line.SetLayer(pcbnew.F_SilkS)
        line.SetWidth(mm(_LINE))
        line.SetStart0(at(x1, y1))
        line.SetEnd0(at(x2, y2))
        line.SetDrawCoord()
        made.Add(line)
    return made


def _put(made, pad, x, y):
    pad.SetPos0(at(x, y))
    pad.SetPosition(at(x, y))
    made.Add(pad)


def _box(made, layer, left, top, right, bottom, width):
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    for start, end in zip(corners, corners[1:] + corners[:1]):
        line = pcbnew.FP_SHAPE(made)
        line.SetShape(pcbnew.S_SEGMENT)
        line.SetLayer(layer)
        line.SetWidth(mm(width))
        line.SetStart0(at(*start))
        line.SetEnd0(at(*end))
        line.SetDrawCoord()
        made.Add(line)
