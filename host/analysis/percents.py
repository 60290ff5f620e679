"""Chances as percentages."""


def percents(chances: list[float]) -> list[int]:
    """Return whole percentages that add up to 100; 0 and 100 only if the game is decided."""
    if max(chances) >= 1:
        return [100 if chance >= 1 else 0 for chance in chances]
    out = [min(99, max(1, int(chance * 100))) for chance in chances]
    by_rest = sorted(range(len(out)), key=lambda n: (out[n] - chances[n] * 100, n))
    step = 1 if sum(out) < 100 else -1
    for side in by_rest[::step][: abs(100 - sum(out))]:
        out[side] += step
    return out
