"""Makes the circuit board with KiCad's Python, without a display:

    python3 -m hardware.pcb.kicad make FOLDER FOOTPRINTS
    python3 -m hardware.pcb.kicad check BOARD

`make` writes the KiCad project to FOLDER, the Gerbers and drill files to FOLDER/fabrication, and
placement.csv; FOOTPRINTS is the folder of KiCad's footprint libraries. `check` prints each fault
that KiCad finds in the file BOARD. It is a run of its own because KiCad reads the rules beside
the board only once.
"""

import csv
import json
import re
import sys
from pathlib import Path

import pcbnew  # pyright: ignore[reportMissingImports] # only KiCad's own Python has it

from . import placement, rules, silkscreen
from .resistance import ways
from .router import Pad
from .routing import routed

NAME = "pegboard"
_LAYERS = (
    ("F_Cu", pcbnew.F_Cu), ("B_Cu", pcbnew.B_Cu), ("F_Mask", pcbnew.F_Mask),
    ("B_Mask", pcbnew.B_Mask), ("F_Silkscreen", pcbnew.F_SilkS),
    ("B_Silkscreen", pcbnew.B_SilkS), ("Edge_Cuts", pcbnew.Edge_Cuts),
)  # fmt: skip
_TIME = re.compile(r"^.*(TF\.CreationDate|DRILL file .* date |Created by KiCad).*\n", re.M)
_FOUND = re.compile(r"\*\* Found (\d+ [^*]+) \*\*\n(.*?)(?=\n\*\*|\Z)", re.S)
_CORNER = 1 - 0.5**0.5


def main(command: str, *arguments: str) -> None:
    """Run one of the two commands."""
    if command == "make":
        make(Path(arguments[0]).resolve(), arguments[1])
    else:
        print("\n".join(faults(Path(arguments[0]).resolve())))


def make(folder: Path, libraries: str) -> None:
    """Write everything into `folder`."""
    (folder / "fabrication").mkdir(parents=True, exist_ok=True)
    path = folder / f"{NAME}.kicad_pcb"
    pcbnew.KIID.SeedGenerator(1)  # else each run has other identifiers
    board = pcbnew.NewBoard(str(path))
    _set_rules(board)
    nets = _nets(board)
    pads = _parts(board, nets, libraries)
    copper = routed(pads)
    _tracks(board, nets, copper)
    _edge(board)
    edge = placement.outline().grown(-rules.EDGE).reach()
    for side in (pcbnew.F_Cu, pcbnew.B_Cu):
        _area(board, nets["GND"], side, edge, 0)
    for net, *box in placement.AREAS:
        _area(board, nets[net], pcbnew.B_Cu, box, 1)
    _words(board, pads)
    left, _, _, bottom = placement.outline().reach()
    board.GetDesignSettings().SetAuxOrigin(_at(left, bottom))
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    pcbnew.SaveBoard(str(path), board)
    _project(path.with_suffix(".kicad_pro"))
    _plot(pcbnew.LoadBoard(str(path)), folder / "fabrication")
    _placement(folder / "placement.csv", pads)
    (folder / "ohms.json").write_text(json.dumps(ways(copper, pads)) + "\n")


def faults(path: Path) -> list[str]:
    """Return the faults that KiCad finds in a board, a line for each, and write its report
    beside it. KiCad's function says that all is well whatever it finds."""
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


# What is on the board -----------------------------------------------------------------------


def _nets(board):
    net_of = placement.circuit().net_of()
    names = dict.fromkeys(
        net_of[pin] for part in placement.parts() for pin in part.pads.values() if pin in net_of
    )
    nets = {name: pcbnew.NETINFO_ITEM(board, name) for name in names}
    for net in nets.values():
        board.Add(net)
    return nets


def _parts(board, nets, libraries):
    """Add the footprints; return their pads and holes for the router."""
    net_of = placement.circuit().net_of()
    found = []
    for part in placement.parts():
        library, name = part.footprint.split(":")
        footprint = pcbnew.FootprintLoad(f"{libraries}/{library}.pretty", name)
        if not footprint:
            raise SystemExit(f"there is no footprint {part.footprint} in {libraries}")
        footprint.SetReference(part.ref)
        footprint.SetValue(part.value)
        board.Add(footprint)
        footprint.SetPosition(_at(part.x, part.y))
        if part.back:
            footprint.Flip(footprint.GetPosition(), True)
        # What is flipped from left to right is for KiCad flipped from top to bottom and turned.
        footprint.SetOrientationDegrees(part.angle + 180 * part.back)
        for pad in footprint.Pads():
            net = net_of.get(part.pads.get(pad.GetName(), ""), "")
            if net:
                pad.SetNet(nets[net])
            found.append(_pad(part.ref, pad, net))
    return found


def _pad(ref, pad, net):
    middle, box = pad.GetPosition(), pad.GetBoundingBox()
    width, height = pcbnew.ToMM(box.GetWidth()), pcbnew.ToMM(box.GetHeight())
    round_ = pad.GetShape() in (pcbnew.PAD_SHAPE_CIRCLE, pcbnew.PAD_SHAPE_OVAL)
    return Pad(
        f"{ref}.{pad.GetName()}" if pad.GetName() else f"a hole of {ref}",
        net,
        pcbnew.ToMM(middle.x),
        pcbnew.ToMM(middle.y),
        width,
        height,
        min(width, height) / 2 if round_ else 0.0,
        tuple(n for n, layer in enumerate((pcbnew.F_Cu, pcbnew.B_Cu)) if pad.IsOnLayer(layer)),
    )


def _tracks(board, nets, copper):
    for track in copper.tracks:
        item = pcbnew.PCB_TRACK(board)
        item.SetStart(_at(track.x1, track.y1))
        item.SetEnd(_at(track.x2, track.y2))
        item.SetWidth(_mm(track.width))
        item.SetLayer((pcbnew.F_Cu, pcbnew.B_Cu)[track.layer])
        item.SetNet(nets[track.net])
        board.Add(item)
    for via in copper.vias:
        item = pcbnew.PCB_VIA(board)
        item.SetPosition(_at(via.x, via.y))
        item.SetWidth(_mm(rules.VIA))
        item.SetDrill(_mm(rules.VIA_DRILL))
        item.SetNet(nets[via.net])
        board.Add(item)


def _edge(board):
    box = placement.outline()
    points = box.points()
    middle_x, middle_y, r = box.x, box.y, box.corner
    for (x1, y1, bulge), (x2, y2, _) in zip(points, points[1:] + points[:1]):
        item = pcbnew.PCB_SHAPE(board)
        item.SetLayer(pcbnew.Edge_Cuts)
        item.SetWidth(_mm(0.1))
        if bulge:
            # The corner that the sharp outline would have, and the arc's middle towards it.
            x = max((x1, x2), key=lambda v: abs(v - middle_x))
            y = max((y1, y2), key=lambda v: abs(v - middle_y))
            inward = r * _CORNER
            item.SetShape(pcbnew.SHAPE_T_ARC)
            item.SetArcGeometry(
                _at(x1, y1),
                _at(x - inward * (1 if x > middle_x else -1),
                    y - inward * (1 if y > middle_y else -1)),
                _at(x2, y2),
            )  # fmt: skip
        else:
            item.SetShape(pcbnew.SHAPE_T_SEGMENT)
            item.SetStart(_at(x1, y1))
            item.SetEnd(_at(x2, y2))
        board.Add(item)


def _area(board, net, layer, box, priority):
    """Fill a box of a layer with a net's copper, as far as others leave room."""
    area = pcbnew.ZONE(board)
    area.SetLayer(layer)
    area.SetNet(net)
    area.SetPriority(priority)
    left, top, right, bottom = box
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    area.AddPolygon(pcbnew.wxPoint_Vector([_at(*corner) for corner in corners]))
    area.SetLocalClearance(_mm(rules.ZONE_CLEARANCE))
    area.SetMinThickness(_mm(rules.ZONE_WIDTH))
    area.SetPadConnection(pcbnew.ZONE_CONNECTION_THERMAL)
    area.SetThermalReliefGap(_mm(rules.ZONE_CLEARANCE))
    area.SetThermalReliefSpokeWidth(_mm(rules.SPOKE))
    area.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
    board.Add(area)


def _words(board, pads):
    for ref, word in silkscreen.references(pads).items():
        footprint = board.FindFootprintByReference(ref)
        _write(footprint.Reference(), word, footprint.GetOrientationDegrees())
    for word in silkscreen.words(pads):
        item = pcbnew.PCB_TEXT(board)
        item.SetText(word.text)
        _write(item, word)
        board.Add(item)

    left, top, right, bottom = placement.outline().grown(-rules.SILK / 2).reach()
    for footprint in board.GetFootprints():
        for item in list(footprint.GraphicalItems()):
            # The letter at a cathode that is close to the edge is not whole.
            if item.GetClass() == "MTEXT" and item.GetLayer() in (pcbnew.F_SilkS, pcbnew.B_SilkS):
                x, y = pcbnew.ToMM(item.GetPosition().x), pcbnew.ToMM(item.GetPosition().y)
                if not (left < x < right and top < y < bottom):
                    footprint.Remove(item)


def _write(item, word, turned=0.0):
    item.SetLayer(pcbnew.B_SilkS if word.back else pcbnew.F_SilkS)
    item.SetMirrored(word.back)
    item.SetPosition(_at(word.x, word.y))
    item.SetTextAngle(10 * (word.angle - turned) % 3600)
    item.SetTextSize(pcbnew.wxSizeMM(rules.SILK, rules.SILK))
    item.SetTextThickness(_mm(rules.SILK_LINE))


# Rules and files ----------------------------------------------------------------------------


def _set_rules(board):
    settings = board.GetDesignSettings()
    settings.m_MinClearance = _mm(rules.CLEARANCE)
    settings.m_CopperEdgeClearance = _mm(rules.EDGE)
    settings.m_HoleClearance = _mm(rules.HOLE_CLEARANCE)
    settings.m_HoleToHoleMin = _mm(rules.HOLE_TO_HOLE)
    settings.m_TrackMinWidth = _mm(rules.SIGNAL)
    settings.m_ViasMinSize = _mm(rules.VIA)
    settings.m_ViasMinAnnularWidth = _mm((rules.VIA - rules.VIA_DRILL) / 2)
    settings.m_MinThroughDrill = _mm(rules.VIA_DRILL)
    usual = board.GetNetClasses().GetDefault()
    usual.SetClearance(_mm(rules.CLEARANCE))
    usual.SetTrackWidth(_mm(rules.SIGNAL))
    usual.SetViaDiameter(_mm(rules.VIA))
    usual.SetViaDrill(_mm(rules.VIA_DRILL))


def _project(path):
    """Make everything that KiCad can find an error, in the project that is beside the board."""
    project = json.loads(path.read_text(encoding="utf-8"))
    severities = project["board"]["design_settings"]["rule_severities"]
    for kind in severities:
        severities[kind] = "ignore" if kind in rules.IGNORED else "error"
    path.write_text(json.dumps(project, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def _plot(board, folder):
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


def _placement(path, pads):
    """Write where a machine would put each part: mm from the lower left corner."""
    left, _, _, bottom = placement.outline().reach()
    with path.open("w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out, lineterminator="\n")
        rows.writerow(["Designator", "Val", "Package", "Mid X", "Mid Y", "Rotation", "Layer"])
        for part in placement.parts():
            mine = [pad for pad in pads if pad.name.startswith(f"{part.ref}.")]
            xs, ys = [pad.x for pad in mine], [pad.y for pad in mine]
            x, y = (min(xs) + max(xs)) / 2 - left, bottom - (min(ys) + max(ys)) / 2
            name = part.footprint.split(":")[1]
            side = "bottom" if part.back else "top"
            rows.writerow([part.ref, part.value, name, f"{x:.3f}", f"{y:.3f}", part.angle, side])


def _mm(value):
    return pcbnew.FromMM(float(value))


def _at(x, y):
    return pcbnew.wxPointMM(float(x), float(y))


if __name__ == "__main__":
    main(*sys.argv[1:])
