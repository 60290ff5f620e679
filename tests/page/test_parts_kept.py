"""With a new view the page changes what differs, and keeps the elements of the rest."""

from playwright.sync_api import expect

from tests.page.test_menu import choice, menu
from tests.page.views import count, game, seat, side, view
from tests.page_server import wait_until

MARK = "(all) => all.forEach((one) => { one.isMarked = true; })"
MARKED = "(all) => all.map((one) => Boolean(one.isMarked))"
CARDS = "#table .hand:last-child .card:not(.back)"


def hands(orange, **changes):
    left = 4 - len(orange)
    return view(
        game=game(
            seats=[
                seat("Blue", 0, dealer=True, played=["5H"], left=3),
                seat("Orange", 1, turn=True, played=orange, left=left),
            ],
            **changes,
        )
    )


def test_a_card_is_added_to_those_that_are_there(served, players_page):
    page = players_page
    served.show(hands(["TD"]))
    expect(page.locator(CARDS)).to_have_text(["10♦ten of diamonds"])
    page.locator(f"{CARDS}, #scores .name, #counts .count").evaluate_all(MARK)
    sides = [side("Blue", 0, 46, 44), side("Orange", 1, 40, 38)]
    served.show(hands(["TD", "4C"], sides=sides))
    expect(page.locator(CARDS)).to_have_count(2)
    assert page.locator(CARDS).evaluate_all(MARKED) == [True, False]
    assert page.locator("#scores .name").evaluate_all(MARKED) == [True, True]
    assert page.locator("#counts .count").evaluate_all(MARKED) == [True]
    expect(page.locator('[data-side="Orange"] .score')).to_have_text("40")
    served.show(hands(["TD"], sides=sides))
    expect(page.locator(CARDS)).to_have_text(["10♦ten of diamonds"])
    assert page.locator(CARDS).evaluate_all(MARKED) == [True]


def test_what_takes_the_place_of_another_has_nothing_of_it(served, players_page):
    page = players_page
    served.show(view())
    expect(page.locator("#counts .points")).to_have_text("2")
    other = {**count(), "title": "Blue plays 5♥", "points": 0, "spoken": "", "items": []}
    sides = [side("Ann", 4, 0, 0), side("Orange", 1, 38, 31), side("Cleo", 3, 5, 0)]
    served.show(view(game=game(counts=[other], sides=sides)))
    expect(page.locator("#counts h2 span")).to_have_text("Blue plays 5♥")
    expect(page.locator("#counts :is(.spoken, .items)")).to_have_count(0)
    expect(page.locator("#scores .side")).to_have_count(3)
    expect(page.locator("#scores .side").first).to_have_attribute("data-side", "Ann")
    colours = page.locator("#scores .pip").evaluate_all(
        "(all) => all.map((one) => one.style.getPropertyValue('--side'))"
    )
    assert len(set(colours)) == 3


def test_an_open_count_does_not_open_the_one_at_its_place(served, players_page):
    page = players_page
    older = [{**count(), "title": f"Orange plays {n}♦", "entry": n} for n in (5, 4, 3)]
    served.show(view(game=game(counts=[{**count(), "entry": 6}, *older])))
    page.locator("#counts summary").nth(1).click()
    expect(page.locator("#counts details[open] summary")).to_contain_text("4♦")
    served.show(view(game=game(counts=[{**count(), "entry": 7}, *older[1:]])))
    expect(page.locator("#counts details")).to_have_count(2)
    expect(page.locator("#counts details[open]")).to_have_count(0)


def test_a_choice_that_has_moved_up_is_taken_by_its_new_number(served, players_page):
    served.show(menu(choices=["Ann", "Bea", "Cleo"]))
    expect(choice(players_page, "Cleo")).to_be_visible()
    served.show(menu(choices=["Bea", "Cleo"]))
    expect(choice(players_page, "Ann")).to_have_count(0)
    choice(players_page, "Cleo").click()
    wait_until(lambda: served.names()[-1:] == ["ENTER"])
    assert served.names() == ["LEFT", "2", "ENTER"]
