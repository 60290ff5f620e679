"""Makes the panel with KiCad's Python, without a display:

    python3 -m hardware.panel.kicad FOLDER FOOTPRINTS LAYOUT

It writes the KiCad project to FOLDER, the Gerbers and drill files to FOLDER/fabrication, and
copper.json: the share of each side that its plane covers.
"""

import json
import sys
from pathlib import Path

import pcbnew  # pyright: ignore[reportMissingImports] # only KiCad's own Python has it

from hardware.pcb.kicad_files import area, at, edge, mm, plot, project, set_rules

from . import placement, rules
from .routes import routed

NAME = "panel"
_SIDES = (pcbnew.F_Cu, pcbnew.B_Cu)


def make(folder: Path, libraries: str, layout: str) -> None:
    """Write everything into `folder`."""
    (folder / "fabrication").mkdir(parents=True, exist_ok=True)
    path = folder / f"{NAME}.kicad_pcb"
    pcbnew.KIID.SeedGenerator(1)  # otherwise each run has different identifiers
    board = pcbnew.NewBoard(str(path))
    set_rules(board)
    box = placement.outline(layout)
    every = placement.parts(layout)
    nets = {}
    for name in dict.fromkeys(net for part in every for net in part.pads.values()):
        nets[name] = pcbnew.NETINFO_ITEM(board, name)
        board.Add(nets[name])
    for part in every:
        _part(board, part, nets, libraries)
    _copper(board, nets, layout)
    edge(board, box)
    room = box.grown(-rules.EDGE).reach()
    for side, net in zip(_SIDES, ("+5V", "GND")):
        area(board, nets[net], side, room, 0)
    _words(board, layout)
    left, _, _, bottom = box.reach()
    board.GetDesignSettings().SetAuxOrigin(at(left, bottom))
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    pcbnew.SaveBoard(str(path), board)
    project(path.with_suffix(".kicad_pro"))
    plot(pcbnew.LoadBoard(str(path)), folder / "fabrication")
    whole = box.width * box.height * 1e12
    shares = [zone.GetFilledArea() / whole for zone in board.Zones()]
    text = json.dumps({"front": round(shares[0], 4), "back": round(shares[1], 4)})
    (folder / "copper.json").write_text(text + "\n", encoding="utf-8")


def _part(board, part, nets, libraries):
    library, name = part.footprint.split(":")
    footprint = pcbnew.FootprintLoad(f"{libraries}/{library}.pretty", name)
    if not footprint:
        raise SystemExit(f"there is no footprint {part.footprint} in {libraries}")
    footprint.SetReference(part.ref)
    footprint.SetValue(part.value)
    footprint.SetPosition(at(part.x, part.y))
    board.Add(footprint)
    if part.back:
        footprint.Flip(footprint.GetPosition(), True)
    footprint.SetOrientationDegrees(part.angle + 180 * part.back)
    for pad in footprint.Pads():
        net = part.pads.get(pad.GetName())
        if net:
            pad.SetNet(nets[net])
    # The names of 300 small parts would be larger than the parts.
    footprint.Reference().SetVisible(part.back)
    footprint.Value().SetVisible(False)


def _copper(board, nets, layout):
    tracks, vias = routed(layout)
    for track in tracks:
        item = pcbnew.PCB_TRACK(board)
        item.SetStart(at(*track.start))
        item.SetEnd(at(*track.end))
        item.SetWidth(mm(track.width))
        item.SetLayer(_SIDES[track.layer])
        item.SetNet(nets[track.net])
        board.Add(item)
    for via in vias:
        item = pcbnew.PCB_VIA(board)
        item.SetPosition(at(via.x, via.y))
        item.SetWidth(mm(rules.VIA))
        item.SetDrill(mm(rules.VIA_DRILL))
        item.SetNet(nets[via.net])
        board.Add(item)


def _words(board, layout):
    for text, x, y, back in placement.words(layout):
        item = pcbnew.PCB_TEXT(board)
        item.SetText(text)
        item.SetLayer(pcbnew.B_SilkS if back else pcbnew.F_SilkS)
        item.SetMirrored(back)
        item.SetPosition(at(x, y))
        item.SetTextSize(pcbnew.wxSizeMM(rules.SILK, rules.SILK))
        item.SetTextThickness(mm(rules.SILK_LINE))
        board.Add(item)


if __name__ == "__main__":
    make(Path(sys.argv[1]).resolve(), *sys.argv[2:])
