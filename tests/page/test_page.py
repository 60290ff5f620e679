"""The page in a real browser: its contents and its requests."""

import re

import pytest
from playwright.sync_api import expect

from hardware import board
from tests.cases import slow
from tests.page.views import BRIGHT, DIM, count, frame, game, seat, side, view
from tests.page_server import TOKEN, serving, wait_until

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
KEYBOARD = dict(
    pair.split("=")
    for pair in "a=A 1=A 2=2 3=3 4=4 5=5 6=6 7=7 8=8 9=9 0=T t=T j=J q=Q k=K K=K s=S h=H H=H "
    "d=D c=C x=JK g=GO u=UNDO Backspace=UNDO m=MENU ArrowLeft=LEFT ArrowRight=RIGHT "
    "Enter=ENTER".split()
)


@pytest.fixture
def in_play(served):
    """A server that shows a game in the play."""
    served.show(view())
    served.frame(frame([(46, 0, BRIGHT), (44, 0, DIM), (38, 1, BRIGHT)], [(0, 1, BRIGHT)]))
    return served


@pytest.fixture
def page(players_page, in_play):
    expect(players_page.locator("#prompt")).to_have_text("Orange: play a card.")
    expect(players_page.locator("#hole-46")).to_have_attribute("fill-opacity", "1")
    return players_page


def lit(page) -> set[str]:
    """Return the ids of the holes and bar lights that are lit."""
    return set(
        page.evaluate(
            "[...document.querySelectorAll('.cores circle')]"
            ".filter((core) => core.getAttribute('fill-opacity') !== '0').map((core) => core.id)"
        )
    )


def rgb(page, place: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", page.locator(place).get_attribute("fill"))]


# What it shows


def test_the_whole_board_is_drawn_without_errors(in_play, open_page, complaints):
    page = open_page(in_play.url)
    expect(page.locator("#link")).to_have_text("Live")
    expect(page.locator(".cores circle")).to_have_count(152)
    expect(page.locator("main").get_by_role("button")).to_have_count(24)
    assert complaints == []


def test_nothing_is_requested_from_another_host(served, browser):
    context = browser.new_context()
    page = context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(served.url)
    page.locator("#key-ENTER").wait_for()
    context.close()
    assert len(asked) > 8
    assert [url for url in asked if not url.startswith(served.origin + "/")] == []
    assert [url for url in asked[1:] if TOKEN in url] == []


def test_lights_follow_the_frames(page, served):
    expect(page.locator("#hole-46")).to_have_attribute("fill-opacity", "1")
    assert lit(page) == {"hole-46", "hole-44", "hole-38", "bar-1"}
    red, green, blue = rgb(page, "#hole-46")
    assert blue > red > 0
    assert max(rgb(page, "#hole-44")) < max(rgb(page, "#hole-46")) * 0.7
    served.frame(frame([(121, 1, BRIGHT)]))
    expect(page.locator("#hole-46")).to_have_attribute("fill-opacity", "0")
    assert lit(page) == {"hole-121"}


def test_the_prompt_is_at_the_top(page, served):
    expect(page.locator("#prompt")).to_have_text("Orange: play a card.")
    served.show(view(prompt="Now the suit: ♠ ♥ ♦ ♣.", key_entry="5", rank_waits=True))
    expect(page.locator("#prompt")).to_have_text("Now the suit: ♠ ♥ ♦ ♣.")
    expect(page.locator("#key-entry .card")).to_have_attribute("data-card", "5")
    expect(page.locator("#key-entry .card")).to_contain_text("?")


def test_points_that_are_being_entered_are_no_card(page, served):
    served.show(view(prompt="Blue: ENTER claims 5.", key_entry="5"))
    expect(page.locator("#key-entry")).to_have_text("5")
    expect(page.locator("#key-entry .card")).to_have_count(0)


def test_a_card_of_unknown_suit_shows_its_rank_alone(page, served):
    served.show(view(game=game(line=["5", "T"], starter="Q")))
    cards = page.locator("#table .line .card")
    expect(cards).to_have_text(["5five", "10ten"])  # seen, and read aloud
    expect(page.locator("#table .starter")).to_have_text("Qqueen")


def test_scores_dealer_and_turn(page):
    blue, orange = page.locator("[data-side=Blue]"), page.locator("[data-side=Orange]")
    expect(blue.locator(".score")).to_have_text("46")
    expect(blue.locator(".gained")).to_have_text("+2")
    expect(blue.locator(".dealer")).to_be_visible()
    expect(orange.locator(".score")).to_have_text("38")
    expect(orange.locator(".turn")).to_be_visible()
    expect(page.locator("#game-name")).to_have_text("Traditional to 121, deal 3")


def test_the_cards_of_this_count_and_the_starter_are_shown(page):
    expect(page.locator("#table .figure")).to_have_text("15")
    cards = page.locator("#table .line .card").evaluate_all("all => all.map(c => c.dataset.card)")
    assert cards == ["5H", "TD"]
    expect(page.locator("#table .starter")).to_contain_text("queen of spades")


def test_the_last_count_is_itemised_as_spoken(page):
    newest = page.locator("#counts .count")
    expect(newest.locator(".points")).to_have_text("2")
    expect(newest.locator(".spoken")).to_have_text("“fifteen two”")
    expect(newest.locator(".items li")).to_have_count(1)
    expect(newest.locator(".items li .card")).to_have_count(2)


def test_counts_before_the_last_can_be_opened(page, served):
    served.show(view(game=game(counts=[count(), {**count(), "title": "Blue's hand"}])))
    older = page.locator("#counts details")
    older.locator("summary").click()
    expect(older.locator(".spoken")).to_be_visible()


def test_a_refusal_is_shown_and_disappears(page, served):
    expect(page.locator("#refusal")).to_have_text("")
    served.show(view(refusal="The five of hearts has been seen in this deal."))
    expect(page.locator("#refusal[role=alert]")).to_have_text(
        "The five of hearts has been seen in this deal."
    )
    served.show(view())
    expect(page.locator("#refusal")).to_have_text("")


def test_the_menu_and_its_choice(page, served):
    menu = {"title": "Game", "choices": ["Traditional", "Three-handed"], "at": 1, "page": [1, 4]}
    served.show(view(mode="menu", prompt="Game: choose.", menu=menu, game=None, undo=False))
    expect(page.locator("#menu li")).to_have_text(["Traditional", "Three-handed"])
    expect(page.locator("#menu [aria-current=true]")).to_have_text("Three-handed")
    expect(page.locator("#menu .step")).to_have_text("1 of 4")
    expect(page.locator("#scores")).to_be_hidden()


def test_the_end_of_a_game(page, served):
    over = {"winner": 0, "text": "Blue wins 121 to 93."}
    told = over["text"] + " ENTER for the next game."
    sides = [side("Blue", 0, 121, 113), side("Orange", 1, 93, 90)]
    served.show(view(mode="over", prompt=told, game=game(phase="over", sides=sides, over=over)))
    expect(page.locator("#prompt")).to_have_text("Blue wins 121 to 93.")
    expect(page.locator("#then")).to_have_text("ENTER for the next game.")


def test_names_are_text(page, served, complaints):
    name = "<img src=x onerror=alert(1)>"
    seats = [seat(name, 0), seat("Orange", 1)]
    changed = game(sides=[side(name, 0, 0, 0), side("Orange", 1, 0, 0)], seats=seats)
    served.show(view(prompt=name, refusal=name, game=changed))
    expect(page.locator("#prompt")).to_have_text(name)
    assert page.locator("img").count() == 0
    assert complaints == []


FETCHED = """performance.getEntriesByType("resource")
  .filter(({name}) => /\\.(css|js)$/.test(name)).map(({transferSize}) => transferSize)"""


def test_a_reload_shows_the_same_and_fetches_no_style_or_script_again(in_play, open_page):
    page = open_page(in_play.url)
    expect(page.locator("#hole-46")).to_have_attribute("fill-opacity", "1")
    seen = lit(page)
    words = page.locator("body").inner_text()
    page.reload()
    expect(page.locator("#hole-46")).to_have_attribute("fill-opacity", "1")
    expect(page.locator("#link")).to_have_text("Live")
    assert lit(page) == seen
    assert page.locator("body").inner_text() == words
    fetched = page.evaluate(FETCHED)
    assert len(fetched) > 6 and not any(fetched)


# What it sends


@pytest.mark.slow
def test_every_key_can_be_clicked(page, served):
    for number, name in enumerate(board.KEYS):
        page.locator(f"#key-{name}").click()
        wait_until(lambda n=number: len(served.pressed) == 2 * n + 2)
    assert served.pressed == [(n, down) for n in range(24) for down in (True, False)]


def test_the_keyboard_presses_the_keys(page, served):
    for typed, name in KEYBOARD.items():
        served.pressed.clear()
        page.keyboard.press(typed)
        wait_until(lambda: len(served.pressed) == 2)
        key = board.KEYS.index(name)
        assert served.pressed == [(key, True), (key, False)], typed


@pytest.mark.parametrize(
    ("typed", "code", "shift", "name"),
    [
        ("&", "Digit1", False, "A"),  # French
        ("à", "Digit0", False, "T"),
        ("1", "Digit1", True, "A"),
        ("q", "KeyA", False, "Q"),
        ("ш", "KeyI", False, None),  # Russian
        ("р", "KeyH", False, "H"),
        ("Γ", "KeyG", True, "GO"),  # Greek
        ("!", "Digit1", True, None),
        (",", "KeyM", False, None),
        ("ü", "KeyH", False, None),
    ],
)
def test_other_keyboards_press_the_keys_too(page, served, typed, code, shift, name):
    for kind in ("keydown", "keyup"):
        key = {"key": typed, "code": code, "shiftKey": shift, "bubbles": True}
        page.dispatch_event("body", kind, key)
    page.keyboard.press("6")
    wait_until(lambda: "6" in served.names())
    assert served.names() == [*([name] if name else []), "6"]


def test_quick_typing_keeps_its_order(page, served):
    typed = "5hjdqsKc7c9d"
    page.keyboard.type(typed)
    wait_until(lambda: len(served.pressed) == 2 * len(typed))
    assert served.names() == list(typed.upper())


def test_a_held_key_is_one_press(page, served):
    for _ in range(4):
        page.keyboard.down("g")  # the second and later ones are what a keyboard repeats
    page.keyboard.up("g")
    wait_until(lambda: len(served.pressed) == 2)
    assert served.names() == ["GO"]


def test_a_key_whose_release_was_not_told_can_be_pressed_again(page, served):
    for _ in range(2):
        page.dispatch_event("body", "keydown", {"key": "5", "code": "Digit5", "bubbles": True})
    wait_until(lambda: len(served.pressed) == 3)
    page.keyboard.press("6")
    page.dispatch_event("body", "keyup", {"key": "5", "code": "Digit5", "bubbles": True})
    wait_until(lambda: len(served.pressed) == 6)
    assert served.names() == ["5", "5", "6"]


def test_command_on_a_mac_releases_the_keys(page, served):
    page.keyboard.down("g")
    page.keyboard.down("Meta")
    wait_until(lambda: served.pressed == [(18, True), (18, False)])
    page.keyboard.up("g")
    page.keyboard.up("Meta")
    page.keyboard.press("6")
    wait_until(lambda: len(served.pressed) == 4)
    assert served.names() == ["GO", "6"]


def test_a_finger_that_rests_holds_the_key_down(page, served):
    page.locator("#key-MENU").hover()
    page.mouse.down()
    wait_until(lambda: served.pressed == [(20, True)])
    expect(page.locator("#key-MENU")).to_have_class(re.compile("down"))
    page.mouse.move(5, 5)
    page.mouse.up()
    wait_until(lambda: served.pressed == [(20, True), (20, False)])


def test_a_page_that_loses_the_focus_releases_its_keys(page, served):
    page.keyboard.down("ArrowRight")
    wait_until(lambda: served.pressed == [(22, True)])
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    wait_until(lambda: served.pressed == [(22, True), (22, False)])


def test_the_browsers_own_keys_stay_its_own(page, served):
    for typed in ("Control+c", "Alt+d", "Meta+a", "Shift", "z", "Escape", "Tab"):
        page.keyboard.press(typed)
    page.keyboard.press("6")
    wait_until(lambda: len(served.pressed) == 2)
    assert served.names() == ["6"]


@pytest.mark.parametrize("typed", ["Enter", " "])
def test_a_focused_key_is_pressed_as_buttons_are(page, served, typed):
    page.locator("#key-8").focus()
    page.keyboard.press(typed)
    wait_until(lambda: len(served.pressed) == 2)
    assert served.names() == ["8"]


def test_a_clicked_key_does_not_take_enter_for_itself(page, served):
    page.locator("#key-8").click()
    page.keyboard.press("Enter")
    wait_until(lambda: len(served.pressed) == 4)
    assert served.names() == ["8", "ENTER"]


def test_a_screen_readers_click_is_a_press(page, served):
    page.locator("#key-D").evaluate("key => key.dispatchEvent(new MouseEvent('click'))")
    wait_until(lambda: len(served.pressed) == 2)
    assert served.names() == ["D"]


# Who may


def test_without_the_token_a_page_only_watches(served, kept_page, complaints):
    served.show(view())
    page = kept_page(served.origin)
    expect(page.locator("#watching")).to_be_visible()
    expect(page.locator("#prompt")).to_have_text("Orange: play a card.")
    page.locator("#key-5").click(force=True)
    page.keyboard.type("5h")
    served.show(view(prompt="Blue: play a card."))
    expect(page.locator("#prompt")).to_have_text("Blue: play a card.")
    assert served.pressed == []
    assert complaints == []


def test_a_page_with_a_wrong_token_only_watches(served, open_page):
    page = open_page(served.origin + "/#of-another-start")
    expect(page.locator("#watching")).to_be_visible()
    page.keyboard.type("5h")
    served.show(view(prompt="Blue: play a card."))
    expect(page.locator("#prompt")).to_have_text("Blue: play a card.")
    assert served.pressed == []


def test_a_second_page_sees_what_the_first_sees(page, served, kept_page):
    second = kept_page(served.origin)
    served.show(view(prompt="Blue: lead a card."))
    for each in (page, second):
        expect(each.locator("#prompt")).to_have_text("Blue: lead a card.")


# Links that break


@pytest.mark.slow
def test_a_lost_board_is_reported_and_recovers_by_itself(open_page):
    with serving() as first:
        first.show(view(prompt="Before."))
        page = open_page(first.url)
        expect(page.locator("#prompt")).to_have_text("Before.")
    expect(page.locator("#link")).to_have_text("Reconnecting")
    with serving(first.port) as second:
        second.show(view(prompt="After."))
        expect(page.locator("#prompt")).to_have_text("After.")
        expect(page.locator("#link")).to_have_text("Live")
        page.keyboard.press("5")
        wait_until(lambda: second.names() == ["5"])


# Screens


def test_on_a_phone_the_keys_are_a_keypad_of_their_own(served, kept_page, complaints):
    served.show(view())
    page = kept_page(served.url, **PHONE)
    box = page.locator("#key-5").bounding_box()
    assert min(box["width"], box["height"]) >= 44
    page.locator("#key-5").tap()
    page.locator("#key-JK").tap()
    wait_until(lambda: len(served.pressed) == 4)
    assert served.names() == ["5", "JK"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert complaints == []


SIZES = [
    (1280, 800),
    (360, 640),
    *slow(((1920, 1080),), ((1024, 768),), ((390, 844),), ((844, 390),)),
]


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut_off_at_the_side(served, kept_page, size):
    prompt = "Blue deals six each, everyone throws two. Then cut the deck."
    served.show(view(prompt=prompt))
    page = kept_page(served.url, viewport={"width": size[0], "height": size[1]})
    expect(page.locator("#prompt")).to_have_text(prompt)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    for key in ("#key-A", "#key-ENTER"):
        box = page.locator(key).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size[1]
