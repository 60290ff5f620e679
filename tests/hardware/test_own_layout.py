"""A user's own layout: `pegboard plan` builds it, or names the mistake in it."""

import json

import pytest
from click.testing import CliRunner

from hardware import forms, geometry, own_layout
from hardware.body.check import faults as body_faults
from host.cli.main import main


@pytest.fixture(autouse=True)
def forget():
    yield
    forms.OWN.clear()


def plan(tmp_path, said, name="mine"):
    file = tmp_path / f"{name}.json"
    file.write_text(said if isinstance(said, str) else json.dumps(said), encoding="utf-8")
    out = tmp_path / "plan"
    done = CliRunner().invoke(main, ["plan", "--layout", str(file), "--out", str(out)])
    assert "Traceback" not in done.output
    assert done.exit_code == 0 or not out.exists()
    return done


def named(tmp_path, said):
    """Return the command's error."""
    done = plan(tmp_path, said)
    assert done.exit_code != 0
    return " ".join(done.output.split())


@pytest.mark.slow
def test_a_layout_of_ones_own_is_planned(tmp_path):
    said = {"base": "crib-wars", "height": 300, "strip_pin": 27, "holes": {"121": [22, 126]}}
    done = plan(tmp_path, said)
    assert done.exit_code == 0, done.output
    assert geometry.holes("mine")[120][2:4] == (22.0, 126.0)
    written = tmp_path / "plan"
    assert 'height="300mm"' in (written / "cut/face.svg").read_text(encoding="utf-8")
    parts = (written / "PARTS.md").read_text(encoding="utf-8")
    assert "`mine`" in parts and "395 × 300 mm" in parts
    assert "| 27 | 32 | strip data" in (written / "PINS.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("where", ["the help", "the module"])
def test_the_example_of_a_layout_has_no_fault(where):
    words = CliRunner().invoke(main, ["plan", "--help"]).output
    if where == "the module":
        words = own_layout.__doc__ or ""
    said = json.loads(words[words.index("{") : words.rindex("}") + 1])
    name = own_layout.take("mine", said)
    assert own_layout.faults(name) + body_faults(name) == []


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"holes": {"2": [44, 32]}}, "face: hole 1 and hole 2 overlap by 2.00 mm"),
        ({"base": "two-track", "holes": {"track 2, 7": [115, 40]}}, "hole 7 of track 2 overlap"),
        ({"supply_ma": 240, "base": "two-track"}, "273 pixels are too many for 240 mA"),
        ({"base": "three-track", "supply_ma": 500}, "take 444 mA with every light dark"),
        ({"strip_pin": 2}, "GP2 is in row_pins and in strip_pin: a pin has only one use"),
        ({"supply_pin": 28}, "GP28 is in strip_pin and in supply_pin"),
        ({"key_pitch": 17.5}, "keys A and 2 are 17.50 mm apart"),
        ({"height": 240}, "and the edge overlap"),
        ({"strip_per_metre": 60}, "does not fit uncut"),
        ({"power_rails": [5000, 9000]}, "V in the brightest frame; it must be 4.5 V"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_layout_is_named(tmp_path, said, words):
    assert words in named(tmp_path, said)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("not json", "mine.json is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("[]", "must have a layout in braces"),
        ("\ufeff[]", "must have a layout in braces"),
        ('{"width": 1, "width": 2}', "'width' appears twice"),
        ({"base": "round"}, "base is 'round', and must be one of shared, two-track"),
        ({"base": ["shared"]}, "base is ['shared']"),
        ({"colour": "red"}, "there is no 'colour'; there are base, width"),
        ({"width": "wide"}, "width is wide, and must be above 0"),
        ({"width": True}, "width is True"),
        ('{"width": NaN}', "width is nan"),
        ({"width": -5}, "width is -5"),
        ({"width": [1, 2]}, "width must be a number"),
        ({"first_hole": 3}, "first_hole must be 2 numbers in brackets"),
        ({"row_pins": [2, 3, 4]}, "row_pins must be 4 numbers in brackets"),
        ({"strip_pin": 23}, "23 is not a pin of the Pico"),
        ({"strip_pin": 2.5}, "2.5 is not a pin of the Pico"),
        ({"supply_pin": 5}, "GP5 is not an analogue input"),
        ({"holes": [1]}, "holes must be in braces"),
        ({"holes": {"122": [1, 1]}}, "'122' is not a hole"),
        ({"holes": {"track 2, 1": [1, 1]}}, "'track 2, 1' is not a hole"),
        ({"holes": {"5": [1]}}, "5 must be at two numbers"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_layout_is_refused_with_the_reason(tmp_path, said, words):
    assert words in named(tmp_path, said)


def test_a_name_that_is_taken_or_a_file_that_is_not_there_is_refused(tmp_path):
    assert "name the file differently" in " ".join(plan(tmp_path, {}, "shared").output.split())
    missing = str(tmp_path / "none.json")
    done = CliRunner().invoke(main, ["plan", "--layout", missing])
    assert done.exit_code != 0 and "cannot be read" in " ".join(done.output.split())
    done = CliRunner().invoke(main, ["plan", "--layout", "round"])
    told = " ".join(done.output.split())
    assert done.exit_code != 0 and "is not one of shared, two-track" in told


@pytest.mark.parametrize("name", forms.names())
def test_the_programs_own_layouts_have_no_faults(name):
    assert own_layout.faults(name) == body_faults(name) == []
