"""The fold for three sides: one more deal from every score at once, until nothing changes.

Adding a deal's totals is a convolution, so all deals are folded in with one Fourier transform;
nothing changes once the longest game is over. All 1.77 million scores would not fit in the
package: it holds those on a grid that is fine near the end of a game and coarse before.
"""

import numpy as np

from .race import Race

# The grid: these distances from the target, and the score 0.
_LEFT = (1, 2, 3, 4, 5, 7, 9, 12, 15, 19, 23, 28, 34, 41, 48, 56, 65, 74, 84, 95, 107, 121)
_SETTLED = 0.0001
_AXES = (0, 1, 2)
# By side: the axes that turn a table by its own, the next and the last side's score into one by
# the dealer's, left's and right's.
_ORDERS = ((0, 1, 2), (2, 0, 1), (1, 2, 0))


def grid(target: int) -> list[int]:
    """Return the scores at which the chances are stored, ascending from 0."""
    return sorted({0} | {target - left for left in _LEFT if left < target})


def on_grid(chances: np.ndarray, target: int) -> np.ndarray:
    """Return `chances`, from `fold`, only at the scores of `grid`."""
    scores = grid(target)
    return chances[np.ix_(range(len(chances)), scores, scores, scores)]


def fold(race: Race, target: int, tell) -> np.ndarray:
    """Return the chances of the dealer and of the player to the left to win before a deal:
    [side, dealer's score, left's, right's]. The third side has the rest."""
    # The two chances are the real and the imaginary part: one transform serves both.
    wins = _wins(race, 0, target) + 1j * _wins(race, 1, target)
    most = np.argwhere(race.totals).max() + 1
    totals = race.totals[:most, :most, :most] / race.deals
    shape = (_quick(target + most - 1),) * 3
    # The conjugate: what is added to a score is looked up from it.
    moves = np.conj(np.fft.fftn(totals, shape, _AXES))
    dealer = left = np.full((target,) * 3, 1 / 3)
    moved, rounds = 1.0, 0
    while moved > _SETTLED:
        rounds += 1
        # The player to the left deals next: the dealer is then on the right, and that one deals.
        right = 1 - dealer - left
        later = (right + 1j * dealer).transpose(_ORDERS[1])
        after = np.fft.ifftn(np.fft.fftn(later, shape, _AXES) * moves, axes=_AXES)
        after = after[:target, :target, :target] + wins
        moved = max(np.abs(after.real - dealer).max(), np.abs(after.imag - left).max())
        dealer, left = after.real.copy(), after.imag.copy()
        tell(f"three sides to {target}, deal {rounds}: moved by {moved:.4f}")
    return np.clip(np.stack([dealer, left]), 0, 1)


def _wins(race, side, target):
    """Return the chance of `side` to win in the next deal, by dealer's, left's, right's score."""
    needs = np.minimum(target - np.arange(target), race.totals.shape[0] - 1)
    return race.first(side)[np.ix_(needs, needs, needs)].transpose(_ORDERS[side])


def _quick(size):
    """Return the next size from `size` up for which a Fourier transform is fast."""
    left = size
    for prime in (2, 3, 5):
        while left % prime == 0:
            left //= prime
    return size if left == 1 else _quick(size + 1)
