"""Against the board, in a page's worker: it deals, and asks for what the second seat does."""

import json
from binascii import b2a_base64

from engine_core.count.cards import VALUE, card, name
from engine_core.games.phases import PLAY, STARTER
from hardware.board import DEFAULT_LAYOUT, KEYS
from host.analysis.player import EASY, Player
from host.analysis.seat_view import SeatView, ThrowView
from host.boards.dealt_game import BOARD, YOU
from host.site.page_against import _CARD_MS, PageAgainst
from tests.conformance.support.board_page import Page
from tests.conformance.support.kit import some

KINDS = {"throw": ThrowView, "lay": SeatView}


class AgainstPage(Page):
    """`asked` are the choices that the board waits for: their number, kind and view."""

    def __init__(self, files=None):
        super().__init__(files)
        self.asked = []

    def random(self, count):
        return b2a_base64(bytes(range(count))).decode().strip()

    def think(self, number, what, view):
        self.asked.append((number, what, json.loads(view)))


class Person:
    """The page's board, the person, and the player of the second seat."""

    def __init__(self, files=None):
        self.page = AgainstPage(files)
        self.board = PageAgainst(self.page, DEFAULT_LAYOUT)
        self.player = Player(EASY)
        self.view, self.requests = {}, 0
        self.run(200)

    def run(self, ms):
        for _ in range(ms // 4):
            self.page.time += 4
            self.board.tick()
            told = self.board.news()
            self.view = json.loads(told) if told else self.view

    def let_it_choose(self):
        """Answer what the board waits for; return whether it waited."""
        waited = self.page.asked
        self.page.asked = []
        for number, what, values in waited:
            view = KINDS[what](*[tuple(one) if isinstance(one, list) else one for one in values])
            choice = self.player.throw(view) if what == "throw" else self.player.play(view)
            self.board.chosen(number, json.dumps(choice))
        self.run(900)
        return bool(waited)

    def hand(self):
        self.board.hand(-1)
        return json.loads(self.page.answers[-1])

    def take(self, what, *words):
        self.requests += 1
        self.board.take(self.requests, what, json.dumps(list(words)))
        said = self.page.answers[self.requests]
        self.run(200)
        return said

    def press(self, key):
        self.board.press(KEYS.index(key), True)
        self.run(60)
        self.board.press(KEYS.index(key), False)
        self.run(100)

    def state(self):
        return self.board._board.app.game.state


def thrown():
    """Return a person who has thrown, and whose board has too."""
    person = Person()
    assert person.take("throw", *person.hand()["cards"][:2]) == ""
    assert person.let_it_choose()
    return person


def play_on(person, until):
    for _ in range(120):
        if until(person.state()):
            return
        hand = person.hand()
        if person.page.asked:
            person.let_it_choose()
        elif hand["ask"] == "go":
            assert person.take("play") == ""
        elif hand["ask"] == "throw":
            assert person.take("throw", *hand["cards"][:2]) == ""
        elif hand["ask"] == "play":
            assert not all([person.take("play", word) for word in hand["cards"]])
        else:
            person.press("ENTER")
    raise AssertionError("it does not come to that")


def test_a_deal_is_played_with_cards_that_the_program_deals():
    person = Person()
    hand = person.hand()
    assert hand["ask"] == "throw" and len(hand["cards"]) == 6
    assert person.view["prompt"] == "Your six cards are dealt: choose two to throw."
    assert person.view["game"]["sides"][1]["name"] == "The board"
    assert person.page.asked == []
    assert "throw two of your six" in person.take("throw", "5H", "5H")
    assert "not your turn" in person.take("play", hand["cards"][0])
    assert person.take("throw", *hand["cards"][:2]) == ""
    assert person.let_it_choose()
    assert person.state().phase == PLAY
    play_on(person, lambda state: state.phase == STARTER and state.deal_number == 2)
    assert len(person.hand()["cards"]) == 6
    return json.dumps([hand["cards"], person.hand()["cards"], list(person.state().scores)])


def test_the_second_seat_is_asked_with_what_it_can_see():
    person = Person()
    dealt = person.board._dealt.dealt()
    person.take("throw", *person.hand()["cards"][:2])
    ((_, what, values),) = person.page.asked
    assert what == "throw" and values[1] == list(dealt.hands[BOARD])
    person.let_it_choose()
    asked = 0
    while person.state().phase == PLAY:
        play_on(person, lambda state: person.page.asked or state.phase != PLAY)
        hidden = set(dealt.hands[YOU]) - set(person.state().laid)
        for _, what, values in person.page.asked:
            view = SeatView(*values)
            told = view.hand + view.own + view.others + view.thrown + view.line + [view.starter]
            assert what == "lay" and not set(told) & hidden
            asked += 1
        person.let_it_choose()
    assert asked >= 3


def test_a_choice_that_comes_late_is_not_taken():
    person = thrown()
    play_on(person, lambda state: state.turn == BOARD and len(state.laid) > 0)
    person.run(100)
    (number, _, view) = person.page.asked[-1]
    length = person.state().hand(BOARD)
    person.board.chosen(number - 1, json.dumps(view[1][0]))
    person.board.chosen(number, "")
    person.run(1000)
    assert person.state().hand(BOARD) == length
    assert person.page.asked[-1][0] == number + 1 and person.page.asked[-1][2] == view
    person.press("UNDO")
    person.board.chosen(number + 1, json.dumps(view[1][0]))
    person.run(1000)
    assert len(person.state().hand(BOARD)) == len(length)


def test_the_same_cards_are_there_after_a_reload():
    person = thrown()
    play_on(person, lambda state: state.turn == YOU and len(state.laid) > 1)
    hand, scores = person.hand(), list(person.state().scores)
    again = Person(person.page.files)
    assert again.hand() == hand and list(again.state().scores) == scores
    play_on(again, lambda state: state.phase != PLAY)


def test_a_throw_that_cannot_be_stored_is_refused():
    person = Person()
    cards = person.hand()["cards"][:2]
    person.page.files.hands.full = True
    assert "could not be saved" in person.take("throw", *cards)
    assert person.hand()["ask"] == "throw"
    person.page.files.hands.full = False
    assert person.take("throw", *cards) == ""


def test_keys_lay_cards_too_and_a_card_that_was_not_dealt_is_taken_back():
    person = thrown()
    play_on(person, lambda state: state.turn == YOU)
    own = [card(word) for word in person.hand()["cards"]]
    seen = own + list(person.state().laid) + [person.state().starter]
    for strange in some([one for one in range(52) if one not in seen][:2], 1):
        length = len(person.state().laid)
        for sign in name(strange):
            person.press(sign)
        person.run(300)
        assert len(person.state().laid) == length and person.hand()["ask"] == "play"
    for sign in name(own[0]):
        person.press(sign)
    assert own[0] in list(person.state().laid)


def test_the_board_throws_at_once_and_lays_a_card_after_a_moment():
    person = Person()
    assert person.take("throw", *person.hand()["cards"][:2]) == ""
    for what, ms in (("throw", 0), ("lay", _CARD_MS)):
        play_on(person, lambda state: person.page.asked)
        ((number, kind, values),) = person.page.asked
        assert kind == what
        person.page.asked = []
        view = KINDS[what](*[tuple(one) if isinstance(one, list) else one for one in values])
        choice = person.player.throw(view) if what == "throw" else person.player.play(view)
        before = len(person.state().line()), person.view["prompt"]
        person.board.chosen(number, json.dumps(choice))
        if ms:
            person.run(ms - 100)
            assert before[0] == len(person.state().line())
        person.run(300)
        assert before != (len(person.state().line()), person.view["prompt"])


def test_a_go_that_is_entered_for_the_program_is_taken_back_where_it_can_play():
    person = thrown()
    dealt, game = person.board._dealt, person.board._board.app.game

    def could_say_go(state):
        count = sum([VALUE[one] for one in state.line()])
        fits = [count + VALUE[one] <= 31 for one in dealt.held(BOARD)]
        return state.phase == PLAY and state.turn == BOARD and count > 21 and any(fits)

    play_on(person, could_say_go)
    length = game.length
    person.press("GO")
    person.run(300)
    assert game.length == length and game.can_redo()
    assert person.state().turn == BOARD and not person.state().said_go >> BOARD & 1
