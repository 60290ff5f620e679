"""Makes the circuit board with KiCad's Python, without a display:

    python3 -m hardware.pcb.kicad make FOLDER FOOTPRINTS
    python3 -m hardware.pcb.kicad check BOARD

`make` writes the KiCad project to FOLDER, the Gerbers and drill files to FOLDER/fabrication, and
placement.csv; FOOTPRINTS is the folder of KiCad's footprint libraries. `check` prints each fault
that KiCad finds in the file BOARD. It is a separate run because KiCad reads the rules beside the
board only once.
"""

import csv
import json
import sys
from pathlib import Path

import pcbnew  # pyright: ignore[reportMissingImports] # only KiCad's own Python has it

from . import placement, rules, silkscreen
from .hot_swap import hot_swap
from .kicad_files import area, at, edge, faults, mm, plot, project, set_rules
from .resistance import ways
from .router import Pad
from .routing import routed

NAME = "pegboard"


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
    pcbnew.KIID.SeedGenerator(1)  # otherwise each run has different identifiers
    board = pcbnew.NewBoard(str(path))
    set_rules(board)
    nets = _nets(board)
    pads = _parts(board, nets, libraries)
    copper = routed(pads)
    _tracks(board, nets, copper)
    edge(board, placement.outline())
    room = placement.outline().grown(-rules.EDGE).reach()
    for side in (pcbnew.F_Cu, pcbnew.B_Cu):
        area(board, nets["GND"], side, room, 0)
    for net, *box in placement.AREAS:
        area(board, nets[net], pcbnew.B_Cu, box, 1)
    _words(board, pads)
    left, _, _, bottom = placement.outline().reach()
    board.GetDesignSettings().SetAuxOrigin(at(left, bottom))
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    pcbnew.SaveBoard(str(path), board)
    project(path.with_suffix(".kicad_pro"))
    plot(pcbnew.LoadBoard(str(path)), folder / "fabrication")
    _placement(folder / "placement.csv", pads)
    (folder / "ohms.json").write_text(json.dumps(ways(copper, pads)) + "\n")


# Parts and copper on the board
# -----------------------------------------------------------------------


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
        footprint = _footprint(board, part.footprint, libraries)
        footprint.SetReference(part.ref)
        footprint.SetValue(part.value)
        board.Add(footprint)
        footprint.SetPosition(at(part.x, part.y))
        if part.back:
            footprint.Flip(footprint.GetPosition(), True)
        # A flip from left to right is in KiCad a flip from top to bottom and a turn.
        footprint.SetOrientationDegrees(part.angle + 180 * part.back)
        for pad in footprint.Pads():
            net = net_of.get(part.pads.get(pad.GetName(), ""), "")
            if net:
                pad.SetNet(nets[net])
            found.append(_pad(part.ref, pad, net))
    return found


def _footprint(board, name, libraries):
    if name == placement.HOT_SWAP:
        return hot_swap(board)
    library, file = name.split(":")
    footprint = pcbnew.FootprintLoad(f"{libraries}/{library}.pretty", file)
    if not footprint:
        raise SystemExit(f"there is no footprint {name} in {libraries}")
    return footprint


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
        item.SetStart(at(track.x1, track.y1))
        item.SetEnd(at(track.x2, track.y2))
        item.SetWidth(mm(track.width))
        item.SetLayer((pcbnew.F_Cu, pcbnew.B_Cu)[track.layer])
        item.SetNet(nets[track.net])
        board.Add(item)
    for via in copper.vias:
        item = pcbnew.PCB_VIA(board)
        item.SetPosition(at(via.x, via.y))
        item.SetWidth(mm(rules.VIA))
        item.SetDrill(mm(rules.VIA_DRILL))
        item.SetNet(nets[via.net])
        board.Add(item)


def _words(board, pads):
    for ref, word in silkscreen.references(pads).items():
        footprint = board.FindFootprintByReference(ref)
        if word.text == ref:
            _write(footprint.Reference(), word, footprint.GetOrientationDegrees())
        else:
            footprint.Reference().SetVisible(False)
            _text(board, word)
    for word in silkscreen.words(pads):
        _text(board, word)

    left, top, right, bottom = placement.outline().grown(-rules.SILK / 2).reach()
    for footprint in board.GetFootprints():
        for item in list(footprint.GraphicalItems()):
            # The letter at a cathode close to the edge would be cut.
            if item.GetClass() == "MTEXT" and item.GetLayer() in (pcbnew.F_SilkS, pcbnew.B_SilkS):
                x, y = pcbnew.ToMM(item.GetPosition().x), pcbnew.ToMM(item.GetPosition().y)
                if not (left < x < right and top < y < bottom):
                    footprint.Remove(item)


def _text(board, word):
    item = pcbnew.PCB_TEXT(board)
    item.SetText(word.text)
    _write(item, word)
    board.Add(item)


def _write(item, word, turned=0.0):
    item.SetLayer(pcbnew.B_SilkS if word.back else pcbnew.F_SilkS)
    item.SetMirrored(word.back)
    item.SetPosition(at(word.x, word.y))
    item.SetTextAngle(10 * (word.angle - turned) % 3600)
    item.SetTextSize(pcbnew.wxSizeMM(rules.SILK, rules.SILK))
    item.SetTextThickness(mm(rules.SILK_LINE))


# Rules and files ----------------------------------------------------------------------------


def _placement(path, pads):
    """Write the place of each part for a machine: mm from the lower left corner."""
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


if __name__ == "__main__":
    main(*sys.argv[1:])
