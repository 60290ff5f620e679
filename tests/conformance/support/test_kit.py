"""The kit itself, on every target."""

from tests.conformance.support.kit import (
    DEVICE,
    MORE,
    VM,
    Rand,
    begun,
    no_alloc,
    raises,
    scale,
    some,
)


def add(a, b):
    return a + b


def pair(a, b):
    return [a, b]


def test_raises_returns_the_exception():
    error = raises(ValueError, int, "five")
    assert isinstance(error, ValueError)


def test_raises_fails_when_nothing_is_raised():
    assert "raised no ValueError" in str(raises(AssertionError, raises, ValueError, add, 1, 2))


def test_no_alloc_returns_the_result():
    assert no_alloc(add, 3, 4) == 7


def test_no_alloc_notices_a_list():
    try:
        from micropython import heap_lock  # noqa: F401
    except ImportError:
        assert no_alloc(pair, 1, 2) == [1, 2]
    else:
        assert "allocates" in str(raises(AssertionError, no_alloc, pair, 1, 2))


def test_numbers_are_the_same_on_every_target():
    rand = Rand(29)
    numbers = [rand.below(n) for n in (2, 52, 52, 1000, 1000000000)]
    deck = rand.shuffle(list(range(52)))
    assert sorted(deck) == list(range(52)) and deck != sorted(deck)
    return str(numbers) + str(deck)


def test_numbers_are_spread_evenly():
    rand = Rand(7)
    seen = [0] * 6
    for _ in range(6000):
        seen[rand.below(6)] += 1
    assert min(seen) > 900 and max(seen) < 1100, seen


def test_below_refuses_0():
    raises(ValueError, Rand(1).below, 0)


def test_a_device_repeats_less_and_samples_evenly():
    many = list(range(10))
    assert scale(100, 3) == (3 if DEVICE else 100)
    assert scale(100, 3, 9) == (3 if DEVICE else 9 if VM else 100)
    assert some(many, 3) == ([0, 4, 8] if DEVICE else many)
    assert some(many, 3, 4) == ([0, 4, 8] if DEVICE else [0, 3, 6, 9] if VM else many)
    assert some((7, 8), 5, 9) == (7, 8)
    assert begun("1 2") == ("1 2" + MORE if DEVICE else "1 2")
