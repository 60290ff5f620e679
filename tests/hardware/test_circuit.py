"""The circuits pass all checks, and the checks find planted faults."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from hardware import board, raspberry_pi, strip
from hardware.circuit import builds
from hardware.circuit.check import faults, sources_of
from hardware.circuit.model import CircuitError, Net, Part
from host.plan.netlist import netlist

NAMES = tuple(builds.BUILDS)


@pytest.fixture(params=NAMES)
def built(request):
    return builds.build(request.param)


def rewired(circuit, name, change):
    """Return `circuit` with the paths of net `name` replaced by `change(paths)`."""
    nets = [
        net._replace(paths=tuple(change(net.paths))) if net.name == name else net
        for net in circuit.nets
    ]
    return circuit._replace(nets=tuple(nets))


def joined(circuit, start, end):
    """Return `circuit` with the pin `end` connected to the net of `start`."""
    return rewired(circuit, circuit.net_of()[start], lambda paths: [*paths, (start, end)])


def without(circuit, *pins):
    """Return `circuit` without the wires that end at `pins`."""
    nets = []
    for net in circuit.nets:
        paths = [tuple(pin for pin in path if pin not in pins) for path in net.paths]
        nets.append(net._replace(paths=tuple(path for path in paths if len(path) > 1)))
    return circuit._replace(nets=tuple(net for net in nets if net.paths))


def pin(circuit, word):
    return f"{word.split('.')[0]}.{circuit.pin(word).number}"


def test_every_build_passes_all_checks(built):
    assert faults(built) == []


def test_the_keys_are_on_the_pins_that_the_firmware_scans():
    for name, rows, columns in (
        ("usb", [f"GP{n}" for n in board.ROW_PINS], [f"GP{n}" for n in board.COLUMN_PINS]),
        ("pi", *[
            [f"GPIO{n[1:]}" for n in pins]
            for pins in (raspberry_pi.ROW_PINS, raspberry_pi.COLUMN_PINS)
        ]),
    ):  # fmt: skip
        circuit = builds.build(name)
        net_of = circuit.net_of()
        for n in range(len(board.KEYS)):
            row, column = divmod(n, board.KEY_COLUMNS)
            assert net_of[f"K{n + 1}.1"] == net_of[pin(circuit, f"U1.{columns[column]}")]
            assert net_of[f"K{n + 1}.2"] == net_of[f"D{n + 1}.2"]  # the anode
            assert net_of[f"D{n + 1}.1"] == net_of[pin(circuit, f"U1.{rows[row]}")]


def test_usb_feeds_the_strip_through_fuse_and_soft_start():
    circuit = builds.build("usb")
    net_of = circuit.net_of()
    assert net_of["U1.40"] == net_of["F1.1"]
    assert net_of["F1.2"] == net_of["Q1.2"] != net_of["Q1.3"] == net_of["J2.1"] == net_of["C1.1"]


def test_the_shifter_turns_the_picos_level_into_the_strips():
    circuit = builds.build("supply")
    net_of = circuit.net_of()
    assert net_of[pin(circuit, f"U1.GP{board.STRIP_PIN}")] == net_of["U2.2"]
    assert net_of["U2.3"] == net_of["R1.1"] and net_of["R1.2"] == net_of["S1.1"]
    assert net_of["U2.1"] == "GND"  # its enable
    assert net_of["U2.14"] == net_of["J2.1"]  # its own supply is the strip's


def test_half_of_what_the_switch_gives_to_the_strip_is_on_the_sensing_pin():
    circuit = builds.build("supply")
    net_of = circuit.net_of()
    assert circuit.parts["R3"].value == circuit.parts["R4"].value
    sense = net_of[pin(circuit, f"U1.GP{board.SUPPLY_PIN}")]
    assert sense == net_of["R3.2"] == net_of["R4.1"] and net_of["R4.2"] == "GND"


def test_the_data_goes_through_every_run(built):
    net_of = built.net_of()
    count = len(strip.runs())
    assert [built.parts[f"S{n + 1}"].value for n in range(count)] == [
        run.name for run in strip.runs()
    ]
    for n in range(1, count):
        assert net_of[f"S{n}.4"] == net_of[f"S{n + 1}.1"]
    assert f"S{count}.4" not in net_of


# Planted faults ---------------------------------------------------------------------


def test_a_pin_in_two_nets_is_found(built):
    planted = joined(built, "U1.4" if built.name != "pi" else "U1.29", "K1.1")
    assert any("K1.1 is in 2 nets" in fault for fault in faults(planted))


def test_a_net_of_one_pin_is_found(built):
    planted = built._replace(nets=(*built.nets, Net("LOST", "red", 0.5, (("C1.1",),))))
    assert any("net LOST has only one pin" in fault for fault in faults(planted))


@pytest.mark.parametrize("lost", ["R1.1", "C1.1", "U2.14", "D7.2", "K24.1", "S3.1", "Q1.1"])
def test_a_pin_that_is_not_connected_is_found(built, lost):
    assert any(f"{lost} (" in fault for fault in faults(without(built, lost)))


def test_a_missing_wire_is_found(built):
    planted = rewired(built, "+5V", lambda paths: [p for p in paths if p != ("Q1.3", "J2.1")])
    planted = rewired(planted, "+5V", lambda paths: [*paths, ("Q1.3", "C4.2")][:-1])
    assert faults(planted)


def test_power_that_does_not_arrive_is_found(built):
    split = without(built, "J2.1")
    assert any("no power reaches" in f or "hang together" in f for f in faults(split))
    backwards = built.parts | {"Q1": Part("Q1", built.parts["D25"].kind, "wrong part")}
    assert any(
        "no power reaches S1.2" in fault
        for fault in faults(without(built._replace(parts=backwards), "Q1.3"))
    )


def test_a_short_is_found(built):
    source = sources_of(built)[0]
    planted = joined(built, source, "C1.2")
    assert any("in 2 nets" in fault for fault in faults(planted))
    wire = Part("C1", builds.build("usb").parts["F1"].kind, "a fuse for a capacitor")
    through = built.parts | {"C1": wire}
    assert any("shorted to ground" in fault for fault in faults(built._replace(parts=through)))


def test_a_ground_pin_on_another_net_is_found(built):
    assert any("ground pin" in f for f in faults(joined(without(built, "U2.7"), "J2.1", "U2.7")))


def test_two_outputs_on_one_net_are_found(built):
    planted = rewired(without(built, "R1.1"), "DATA_3V3", lambda paths: [*paths, ("U2.2", "U2.3")])
    parts = planted.parts | {"U9": built.parts["U2"]._replace(ref="U9")}
    planted = joined(planted._replace(parts=parts), "U2.2", "U9.3")
    assert any("two outputs drive net DATA_3V3" in fault for fault in faults(planted))


def test_a_way_from_the_supply_to_the_laptop_is_found():
    """The faults that a builder is most likely to make: the switch left out, the supply on VBUS,
    the diode to VSYS of no use because it is a wire, USB's 5 V on the rail."""
    whole = builds.build("supply")
    bypass = joined(joined(whole, "F1.2", "Q1.2"), "F2.2", "Q1.2")
    assert any("current can flow from J1.1 into U1.40" in fault for fault in faults(bypass))
    on_vbus = joined(without(whole, "D26.1"), "U1.40", "D26.1")
    assert any("current can flow from J1.1 into U1.40" in fault for fault in faults(on_vbus))
    rail = joined(without(whole, "U1.40", "F1.1"), "J2.1", "U1.40")
    assert any("current can flow from J1.1 into U1.40" in fault for fault in faults(rail))
    resistor = whole.parts | {"R9": whole.parts["R3"]._replace(ref="R9")}
    bridged = joined(whole._replace(parts=resistor), "J1.1", "R9.1")
    bridged = joined(bridged, "U1.40", "R9.2")
    assert any("current can flow from J1.1 into U1.40" in fault for fault in faults(bridged))


def test_a_way_from_the_supply_into_the_raspberry_pi_is_found():
    planted = joined(builds.build("pi"), "J2.1", "U1.2")
    assert any("current can flow from J1.1 into U1.2" in fault for fault in faults(planted))


def test_the_laptop_does_not_feed_the_supply_either():
    whole = builds.build("supply")
    turned = whole.parts | {"D26": whole.parts["D26"]._replace(kind=whole.parts["R3"].kind)}
    assert any(
        "current can flow from U1.40 into J1.1" in f for f in faults(whole._replace(parts=turned))
    )


def test_an_unknown_pin_is_named():
    with pytest.raises(CircuitError, match="no pin called GP99"):
        builds.build("usb").pin("U1.GP99")
    with pytest.raises(CircuitError, match="8 pins called GND|7 pins called GND"):
        builds.build("usb").pin("U1.GND")
    with pytest.raises(CircuitError, match="no part X1"):
        builds.build("usb").pin("X1.1")
    with pytest.raises(ValueError, match="no build called solar; there are usb, supply, pi"):
        builds.build("solar")


# The netlist ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_another_reader_finds_the_same_parts_and_nets_in_the_netlist():
    import kinparse  # imported here, because every process collects all tests

    built = builds.build("supply")  # the one with the most parts: that reader takes seconds
    # On the deep stack of a test Python gets and frees memory for a great many of its calls.
    with ThreadPoolExecutor(1) as thread:
        read = thread.submit(kinparse.parse_netlist, netlist(built)).result()
    assert {part.ref: part.value for part in read.parts} == {
        part.ref: part.value for part in built.parts.values()
    }
    assert {net.name: [f"{p.ref}.{p.num}" for p in net.pins] for net in read.nets} == {
        net.name: net.pins() for net in built.nets
    }
