"""How badly a game was lost (ruling G13)."""

NAMES = ("", "skunk", "double skunk", "lurch")
_SKUNK, _DOUBLE, _LURCH = 1, 2, 3

# By target: up to which score a loser has lost so.
_LIMITS = {
    121: ((60, _DOUBLE), (90, _SKUNK)),
    61: ((30, _LURCH),),
}


def loss(score: int, target: int) -> int:
    """Return the index in NAMES of what a loser with `score` points has suffered."""
    for most, kind in _LIMITS.get(target, ()):
        if score <= most:
            return kind
    return 0


def losses(scores, target: int, winner: int) -> tuple:
    """Return `loss` for each side, 0 for the winner: each loser is judged alone."""
    return tuple(
        [0 if side == winner else loss(score, target) for side, score in enumerate(scores)]
    )
