"""The fields that every view of a game has, and what holds for each view."""

from host.mirror.mirror import COUNTS_SHOWN

VIEW = {
    "mode", "prompt", "menu", "key_entry", "rank_waits", "game", "refusal", "undo", "redo",
    "redo_list",
}  # fmt: skip
GAME = {
    "preset", "target", "deal", "phase", "sides", "seats", "starter", "count", "line", "crib",
    "counts", "over",
}  # fmt: skip
SIDE = {"name", "colour", "score", "back", "seats"}
SEAT = {"name", "side", "dealer", "turn", "played", "left"}
COUNT = {"title", "points", "spoken", "cards", "items"}


def check_view(told, state):
    """Check the properties of every view of every game."""
    assert set(told) >= VIEW
    prompt = told["prompt"]
    assert prompt[0].isupper() and prompt[-1] in ".?", prompt
    game = told["game"]
    assert set(game) >= GAME
    assert len(game["sides"]) == len(state.scores)
    assert len(game["seats"]) == state.seats
    assert sorted(seat for side in game["sides"] for seat in side["seats"]) == list(
        range(state.seats)
    )
    assert len({side["name"] for side in game["sides"]}) == len(game["sides"])
    assert len({seat["name"] for seat in game["seats"]}) == state.seats
    assert len(game["counts"]) <= COUNTS_SHOWN
    for seat in game["seats"]:
        assert set(seat) >= SEAT
        assert seat["left"] >= 0
    for count in game["counts"]:
        assert set(count) >= COUNT
        assert count["title"] and (count["spoken"] or not count["items"])
