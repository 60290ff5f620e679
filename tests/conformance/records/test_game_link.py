"""A game as a link: written and read back, and the errors of a damaged or hostile one."""

from binascii import b2a_base64

from engine_core.compat import crc32
from engine_core.records.game_link import (
    BYTES_MOST,
    KEY,
    TEXT_MOST,
    LinkedGame,
    LinkError,
    is_link,
    read,
    write,
)
from engine_core.state import entries as E
from engine_core.state.entry_constructors import start
from tests.conformance.support.battle_player import BATTLES, BattlePlayer
from tests.conformance.support.kit import Rand, raises, scale, some
from tests.conformance.support.player import GAMES, PLAIN, Player, play_out

SLOW = ("test_every_game_reads_back_from_its_link",)

NAMES = ("Ann", "Zoë van der Berg-Østergård")
PLAYED = 1_700_000_000


def linked(game=None, seed=1, kind=Player):
    played = play_out(game or PLAIN[1], seed, kind=kind)
    return LinkedGame(played.entries(), NAMES, PLAYED)


def sealed(data):
    """Return the text of a link with these bytes and their right check."""
    data += crc32(data).to_bytes(4, "big")
    text = str(b2a_base64(data), "ascii").rstrip("\n=")
    return text.replace("+", "-").replace("/", "_")


def head(version=1, names=()):
    found = bytes((version,)) + bytes(4) + bytes((len(names),))
    return found + b"".join([bytes((len(name),)) + name for name in names])


def refused(text):
    return str(raises(LinkError, read, text))


def check_same(game, again):
    assert again.entries == game.entries
    assert again.names == game.names
    assert again.played == game.played


def test_every_game_reads_back_from_its_link():
    for n, row in enumerate(some(GAMES, 3, 5)):
        game = linked(row, 40 + n)
        text = write(game)
        check_same(game, read(text))
        assert len(text) < 1000
    for n, row in enumerate(some(BATTLES, 1, 2)):
        game = linked(row, 80 + n, BattlePlayer)
        check_same(game, read(write(game)))


def test_a_link_is_read_as_an_address_and_with_spaces_around_it():
    game = linked()
    text = write(game)
    for said in (
        "http://192.168.1.5:8121/#" + KEY + text,
        "#" + KEY + text,
        KEY + text,
        "  " + KEY + text + "\n",
    ):
        assert is_link(said.strip())
        check_same(game, read(said))
    assert not is_link("12") and not is_link("game.txt")


def test_six_names_and_each_time_of_four_bytes_have_a_link():
    entries = play_out(PLAIN[1], 3).entries()
    names = ("Ann", "Ben", "", "Dan", "Eve", "F" * 120)
    for told, played in ((0, 0), (1, 1), ((1 << 32) - 1, (1 << 32) - 1), (1 << 32, 0), (-1, 0)):
        again = read(write(LinkedGame(entries, names, told)))
        assert (again.names, again.played) == (names, played)


def test_a_link_that_ends_in_its_names_is_refused():
    assert "too long" in refused(sealed(head(names=[b"Ann", b"Ben"])[:-4]))
    for size in range(5):  # whatever the check is that stands there
        short = head(names=[b"A" * size])
        assert "too long" in refused(sealed(short[:5] + b"\2" + short[6:]))
    assert refused(sealed(head(names=[b"Ann", b"Ben"]))) == "this link has no game"


def test_a_game_without_names_or_a_time_has_a_link():
    entries = play_out(PLAIN[1], 3).entries()
    for names in ((), ("", "")):
        again = read(write(LinkedGame(entries, names)))
        assert again.names == () and again.played == 0


def test_a_game_that_is_not_finished_has_a_link():
    entries = play_out(PLAIN[1], 3, most=20).entries()
    assert read(write(LinkedGame(entries))).entries == entries


def test_each_changed_letter_and_each_missing_end_is_found():
    text = write(linked())
    rand = Rand(5)
    for at in some(list(range(len(text) - 1)), 20):  # the last letter has bits of no byte
        other = rand.choice([one for one in "AZaz09-_" if one != text[at]])
        raises(LinkError, read, text[:at] + other + text[at + 1 :])
    for end in some(list(range(len(text))), 20):
        raises(LinkError, read, text[:end])


def test_a_link_says_what_is_wrong_with_it():
    assert refused("#game=") == "this link has no game"
    assert refused("") == "this link has no game"
    assert "contains '!'" in refused("#game=AB!C")
    assert "contains 'é'" in refused("#game=ABé")
    assert refused("A" * (TEXT_MOST + 1)) == "this is longer than a link of a game"
    assert "copy the whole link" in refused("AQAA")
    assert "a later version of Pegboard (2)" in refused(sealed(head(2)))
    assert refused(sealed(head())) == "this link has no game"


def test_names_that_no_game_has_are_refused():
    begun = E.pack(start("Traditional", 2, 61, 0))
    assert "more names" in refused(sealed(head(names=[b"A"] * 7) + begun))
    assert "too long" in refused(sealed(head(names=[b"A" * 121]) + begun))
    assert "too long" in refused(sealed(head()[:5] + b"\x02\x01A"))
    assert "not text" in refused(sealed(head(names=[b"\xff\xfe"]) + begun))


def test_entries_that_the_rules_do_not_allow_are_refused_by_number():
    begun = E.pack(start("Traditional", 2, 61, 0))
    assert refused(sealed(head() + begun + b"\x05\x05")).startswith(
        "entry 3 of this link is wrong"
    )
    assert "from its start on" in refused(sealed(head() + b"\x05"))
    assert "from its start on" in refused(sealed(head() + begun + begun))
    assert "no entry at byte" in refused(sealed(head() + begun + b"\xff"))
    assert "entry 1 of this link" in refused(sealed(head() + b"\x44\xc8\x02\x3d\x00\x00\x00"))


def test_what_follows_the_end_is_refused():
    game = linked()
    over = LinkedGame(game.entries + [(E.POINTS, 0, 1)])
    assert "over" in refused(write(over))


def test_random_bytes_with_a_right_check_are_refused_or_are_a_game():
    rand = Rand(9)
    begun = head() + E.pack(start("Traditional", 2, 61, 0))
    for _ in range(scale(300, 30)):
        data = bytes([rand.below(256) for _ in range(rand.below(60))])
        for text in (sealed(data), sealed(begun + data)):
            try:
                read(text)
            except LinkError:
                continue


def test_a_game_too_long_for_a_link_is_refused():
    board = [start("Scoreboard", 2, 121)]
    more = [(E.POINTS, 0, 1), (E.MINUS, 0, 1)] * (BYTES_MOST // 6)
    raises(LinkError, write, LinkedGame(board + more))
    raises(LinkError, write, LinkedGame(board, ("A" * 121, "B")))
    raises(LinkError, write, LinkedGame(board, ("A",) * 7))


def test_a_link_has_at_most_2048_bytes_which_are_2731_letters():
    game = [start("Scoreboard", 2, 121)] + [(E.POINTS, 0, 1), (E.MINUS, 0, 1)] * 335
    fewer = len(write(LinkedGame(game, ("A", "B"))))
    for size in range(120):
        names = ("A", "B" * (1 + size))
        try:
            text = write(LinkedGame(game, names))
        except LinkError:
            break
        assert read(text).names == names
    assert (fewer < 2731, len(text), TEXT_MOST) == (True, 2731, 2731)
    assert refused(sealed(head() + bytes(2039))) == "this is longer than a link of a game"
