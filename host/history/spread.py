"""By how many points a finished game was won."""

from engine_core.games.presets import PRESETS


def spread(told: dict, side: int) -> int:
    """Return by how many points `side` won a game, over the next side, or below 0 by how many it
    lost; 0 if the winner was behind, as after a claim or if another left (C6, G20).

    told: the value of host.history.result of a game with a winner.
    """
    sign = -1 if any([row.backward for row in PRESETS if row.name == told["game"]]) else 1
    scores = [sign * score for score in told["scores"]]
    winner = told["winner"]
    if side != winner:
        return min(0, scores[side] - scores[winner])
    others = [score for n, score in enumerate(scores) if n != side] or [0]
    return max(0, scores[side] - max(others))
