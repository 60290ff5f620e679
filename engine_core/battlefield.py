"""Battlefield Cribbage's machine."""


def begin(state, events) -> None:
    """Start a game."""


def deal(state, events) -> None:
    """Deal anew."""


def apply(state, entry, events) -> None:
    """Fold `entry`."""
