"""The program refuses a MicroPython that is older than the oldest it runs on, and no other."""

from firmware.oldest_micropython import OLDEST, is_too_old, oldest_text


def test_the_oldest_version_and_later_ones_will_do():
    major, minor = OLDEST
    for version in (
        (major, minor, 0),
        (major, minor, 3),
        (major, minor + 1, 0),
        (major + 1, 0, 0),
    ):
        assert not is_too_old(version)
    for version in ((major, minor - 1, 9), (major - 1, minor + 1, 0)):
        assert is_too_old(version)


def test_the_oldest_version_is_told_as_people_write_it():
    assert oldest_text() == "%d.%d" % OLDEST


def test_the_oldest_version_is_that_of_the_documents():
    assert OLDEST == (1, 29)
