"""Standings and sheets say what they said: tests/club/told_evenings.py says how to change it."""

from tests.club import told_evenings


def test_evenings_are_told_as_they_were():
    kept = told_evenings.FILE.read_text(encoding="utf-8").splitlines()
    assert told_evenings.whole().splitlines() == kept
