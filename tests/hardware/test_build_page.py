"""The page to build by, in a browser without a network: ticks stay, and a wire lights up with both
its ends in the table, the wiring diagram and both sides of the perfboard."""

import re

import pytest
from playwright.sync_api import sync_playwright

from hardware import forms
from hardware.circuit import builds
from hardware.perfboard.links import plan
from host.plan.files import page_files
from host.plan.perfboard_drawing import numbers
from host.plan.wiring import numbered
from tests.browser import NoBrowser, find_browser


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "build.html"
    path.write_text(page_files("shared")["build.html"](), encoding="utf-8")
    return path


@pytest.fixture
def page(file):
    try:
        program = find_browser()
    except NoBrowser as why:
        pytest.skip(str(why))
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        opened = started.new_context(offline=True).new_page()
        wrong = []
        opened.on("pageerror", lambda error: wrong.append(str(error)))
        opened.on("console", lambda said: wrong.append(said.text) if said.type == "error" else 0)
        opened.goto(file.as_uri())
        yield opened
        assert wrong == []
        started.close()


@pytest.mark.parametrize("layout", forms.names())
def test_the_page_needs_nothing_from_elsewhere(layout):
    text = page_files(layout)["build.html"]()
    assert not re.search(r'(src|href)="(?!data:|#)', text)
    assert "@@" not in text and "**" not in re.sub(r"<(pre|code)>.*?</\1>", "", text)
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    for target in re.findall(r'href="#([^"]+)"', text):
        assert target in ids, target


def test_a_step_that_is_ticked_stays_so(page):
    first = page.locator("p.step input").first
    first.check()
    count = page.locator("input[type=checkbox]").count()
    assert count > 100
    assert page.locator("#count").inner_text() == f"1 of {count} done."
    page.reload()
    assert page.locator("p.step input").first.is_checked()
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("#clear").click()
    page.reload()
    assert page.locator("#count").inner_text() == f"0 of {count} done."


def test_a_wire_lights_up_in_every_drawing_of_its_build_and_in_no_other(page):
    made = plan("supply")
    number = next(word for pin, word in zip(dict(made.away), numbers(made).values(), strict=True)
                  if pin == "SW1.1")  # fmt: skip
    section = page.locator(
        "section", has=page.locator("h2", has_text=builds.build("supply").title)
    )
    section.locator(f'tr[data-wire="{number}"] td').nth(1).hover()
    lit = page.locator(".lit")
    assert lit.count() == section.locator(".lit").count() > 0
    assert section.locator("svg.dim").count() == 3  # both sides of the perfboard, and the wiring
    # A circle on each side of the perfboard; two tags, which are its ends, in the diagram.
    texts = section.locator("svg.dim text.lit").all_text_contents()
    wire = next(one for n, one in numbered(made.circuit) if str(n) == number)
    assert texts.count(number) == 2 and texts.count(f"{number} {wire.colour}") == 2
    page.locator("h1").first.hover()
    assert page.locator(".lit").count() == 0
