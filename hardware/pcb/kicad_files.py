"""KiCad functions for both circuit boards: rules, areas of copper, faults, and the files for a
manufacturer. Only KiCad's own Python imports this."""

import json
import re
from pathlib import Path

import pcbnew  # pyright: ignore[reportMissingImports] # only KiCad's own Python has it

from . import rules

_LAYERS = (
    ("F_Cu", pcbnew.F_Cu), ("B_Cu", pcbnew.B_Cu), ("F_Mask", pcbnew.F_Mask),
    ("B_Mask", pcbnew.B_Mask), ("F_Silkscreen", pcbnew.F_SilkS),
    ("B_Silkscreen", pcbnew.B_SilkS), ("Edge_Cuts", pcbnew.Edge_Cuts),
)  # fmt: skip
_TIME = re.compile(r"^.*(TF\.CreationDate|DRILL file .* date |Created by KiCad).*\n", re.M)
_FOUND = re.compile(r"\*\* Found (\d+ [^*]+) \*\*\n(.*?)(?=\n\*\*|\Z)", re.S)
CORNER = 1 - 0.5**0.5


def faults(path: Path) -> list[str]:
    """Return the faults that KiCad finds in a board, one line each, and write its report beside
    it. The report is read because KiCad's function returns success whatever it finds."""
    board = pcbnew.LoadBoard(str(path))
    report = path.with_name("drc.txt")
    pcbnew.WriteDRCReport(board, str(report), pcbnew.EDA_UNITS_MILLIMETRES, True)
    text = report.read_text(encoding="utf-8")
    found = []
    for heading, body in _FOUND.findall(text):
        kinds = re.findall(r"^\[(\w+)\]: (.*)$", body, re.M)
        if len(kinds) != int(heading.split()[0]):
            found.append(f"the report has {heading} and names {len(kinds)} of them")
        found += [f"{kind}: {words}" for kind, words in kinds]
    if "Found" not in text:
        found.append("KiCad wrote no report")
    return found


def edge(board, box):
    """Draw the outline of the board."""
    points = box.points()
    middle_x, middle_y, r = box.x, box.y, box.corner
    for (x1, y1, bulge), (x2, y2, _) in zip(points, points[1:] + points[:1]):
        item = pcbnew.PCB_SHAPE(board)
        item.SetLayer(pcbnew.Edge_Cuts)
        item.SetWidth(mm(0.1))
        if bulge:
            # The corner that the sharp outline would have, and the arc's middle towards it.
            x = max((x1, x2), key=lambda v: abs(v - middle_x))
            y = max((y1, y2), key=lambda v: abs(v - middle_y))
            inward = r * CORNER
            item.SetShape(pcbnew.SHAPE_T_ARC)
            item.SetArcGeometry(
                at(x1, y1),
                at(x - inward * (1 if x > middle_x else -1),
                    y - inward * (1 if y > middle_y else -1)),
                at(x2, y2),
            )  # fmt: skip
        else:
            item.SetShape(pcbnew.SHAPE_T_SEGMENT)
            item.SetStart(at(x1, y1))
            item.SetEnd(at(x2, y2))
        board.Add(item)


def area(board, net, layer, box, priority):
    """Fill a box of a layer with a net's copper, as far as other copper leaves room."""
    made = pcbnew.ZONE(board)
    made.SetLayer(layer)
    made.SetNet(net)
    made.SetPriority(priority)
    left, top, right, bottom = box
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    made.AddPolygon(pcbnew.wxPoint_Vector([at(*corner) for corner in corners]))
    made.SetLocalClearance(mm(rules.ZONE_CLEARANCE))
    made.SetMinThickness(mm(rules.ZONE_WIDTH))
    made.SetPadConnection(pcbnew.ZONE_CONNECTION_THERMAL)
    made.SetThermalReliefGap(mm(rules.ZONE_CLEARANCE))
    made.SetThermalReliefSpokeWidth(mm(rules.SPOKE))
    made.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
    board.Add(made)


def set_rules(board):
    """Set KiCad's design rules of the board."""
    settings = board.GetDesignSettings()
    settings.m_MinClearance = mm(rules.CLEARANCE)
    settings.m_CopperEdgeClearance = mm(rules.EDGE)
    settings.m_HoleClearance = mm(rules.HOLE_CLEARANCE)
    settings.m_HoleToHoleMin = mm(rules.HOLE_TO_HOLE)
    settings.m_TrackMinWidth = mm(rules.SIGNAL)
    settings.m_ViasMinSize = mm(rules.VIA)
    settings.m_ViasMinAnnularWidth = mm((rules.VIA - rules.VIA_DRILL) / 2)
    settings.m_MinThroughDrill = mm(rules.VIA_DRILL)
    usual = board.GetNetClasses().GetDefault()
    usual.SetClearance(mm(rules.CLEARANCE))
    usual.SetTrackWidth(mm(rules.SIGNAL))
    usual.SetViaDiameter(mm(rules.VIA))
    usual.SetViaDrill(mm(rules.VIA_DRILL))


def project(path):
    """Make every check of KiCad an error, in the project file beside the board."""
    project = json.loads(path.read_text(encoding="utf-8"))
    severities = project["board"]["design_settings"]["rule_severities"]
    for kind in severities:
        severities[kind] = "ignore" if kind in rules.IGNORED else "error"
    path.write_text(json.dumps(project, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def plot(board, folder):
    """Write the Gerbers and the drill files."""
    control = pcbnew.PLOT_CONTROLLER(board)
    options = control.GetPlotOptions()
    options.SetOutputDirectory(str(folder))
    options.SetUseAuxOrigin(True)
    options.SetSubtractMaskFromSilk(True)
    options.SetPlotFrameRef(False)
    for name, layer in _LAYERS:
        control.SetLayer(layer)
        control.OpenPlotfile(name, pcbnew.PLOT_FORMAT_GERBER, name)
        control.PlotLayer()
        control.ClosePlot()
    drill = pcbnew.EXCELLON_WRITER(board)
    drill.SetOptions(False, False, board.GetDesignSettings().GetAuxOrigin(), False)
    drill.SetFormat(True)
    drill.CreateDrillandMapFilesSet(str(folder), True, False)
    for path in folder.iterdir():
        # The time would make each run's files differ.
        text = _TIME.sub("", path.read_text(encoding="utf-8"))
        path.write_text(text, encoding="utf-8")


def mm(value):
    """Return KiCad's unit of length for millimetres."""
    return pcbnew.FromMM(float(value))


def at(x, y):
    """Return KiCad's point for millimetres."""
    return pcbnew.wxPointMM(float(x), float(y))
