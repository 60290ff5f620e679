"""Answers of the server that come in another order than they were asked for, or not at all."""

import pytest
from playwright.sync_api import expect

HOLD = """() => {
  window.sent = window.fetch;
  window.held = [];
  window.fetch = (address, ...more) => (["/hand.json", "figures"].includes(address)
    ? new Promise((answer) => window.held.push(answer)) : window.sent(address, ...more));
}"""
GIVE = """([number, said]) => {
  const held = window.held[number];
  held(said ? new Response(JSON.stringify(said)) : new Response("", { status: 503 }));
  return new Promise((done) => setTimeout(done, 50)); // until the page has drawn it
}"""
RELEASE = """() => {
  window.fetch = window.sent;
  document.getElementById("hand").hidden = true;
}"""
NO_DEALS = {"deals": 0}
FIGURES = {
    "play": NO_DEALS, "hand": NO_DEALS, "crib": NO_DEALS, "against_par": 0, "luck": None,
    "hole": None, "to_skunk_line": None,
}  # fmt: skip


class HeldAnswers:
    """The hands and figures that the page has asked for, answered when a test says so."""

    def __init__(self, page):
        self._page = page
        page.evaluate(HOLD)

    def arrive(self, count):
        """Wait until the page has asked `count` times."""
        self._page.wait_for_function("count => window.held.length === count", arg=count)

    def give(self, number, said):
        """Answer its question `number`, from 0; None: the server does not."""
        self._page.evaluate(GIVE, [number, said])


@pytest.fixture
def held(players_page):
    yield HeldAnswers(players_page)
    players_page.evaluate(RELEASE)


@pytest.fixture
def tell_hand(players_page):
    """Return a function that shows the page a view whose hand has this number."""
    players_page.evaluate(
        """import("/page/hand.js").then(({ handOf }) => {
          const tell = handOf("a token");
          window.tellHand = (dealt) => { tell({ dealt }); };
        })"""
    )
    return lambda number: players_page.evaluate("dealt => window.tellHand(dealt)", number)


def test_an_earlier_hand_does_not_replace_a_later_one(players_page, held, tell_hand):
    hand = players_page.locator("#hand")
    tell_hand(1)
    tell_hand(2)
    held.arrive(2)
    held.give(1, {"cards": ["5H", "6H"], "ask": "play"})
    expect(hand).to_contain_text("Your turn")
    held.give(0, {"cards": ["5H", "6H"], "ask": ""})
    assert "Your turn" in hand.inner_text()
    expect(hand.locator("button").first).to_be_enabled()


def test_a_hand_that_was_not_answered_is_asked_for_with_the_next_view(
    players_page, held, tell_hand
):
    tell_hand(1)
    held.arrive(1)
    held.give(0, None)
    expect(players_page.locator("#hand")).to_be_hidden()
    tell_hand(1)
    held.arrive(2)
    held.give(1, {"cards": ["5H", "6H"], "ask": "throw"})
    expect(players_page.locator("#hand")).to_contain_text("Choose two cards")


@pytest.mark.slow
def test_earlier_figures_do_not_replace_later_ones(players_page, held):
    place = players_page.evaluate_handle(
        """async () => {
          const { gameFigures } = await import("/page/figures.js");
          const place = document.createElement("div");
          window.tellFigures = gameFigures(place, () => true, "").update;
          return place;
        }"""
    )
    for number, score in enumerate((0, 2), 1):
        side = {"name": "Blue", "score": score}
        players_page.evaluate("window.tellFigures", {"game": {"deal": 1, "sides": [side]}})
        held.arrive(number)
    for number, to_win in ((1, 119), (0, 121)):
        held.give(number, {"sides": [{**FIGURES, "to_win": to_win}]})
        assert "119" in place.inner_text()
