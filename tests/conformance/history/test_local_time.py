"""Days and times of records."""

from host.history.local_time import moment, time_text


def test_a_time_is_read_as_it_is_written():
    for day in ("2026-11-21", "1999-12-31", "2024-02-29", "2000-03-01", "1971-01-01"):
        for time in ("20:15", "00:00", "23:59"):
            found, has_time = moment(day, time)
            assert has_time and time_text(found) == day + " " + time
    found = moment("2026-11-21", "20:15")[0]
    assert moment("2026.11.21", "20:15:30") == (found + 30, True)
    assert moment(" 2026/11/21 20:15", "") == (found, True)


def test_a_day_alone_is_its_noon():
    for time in ("", "25:00", "20:61", "soon", "8pm"):
        found, has_time = moment("2026-11-21", time)
        assert not has_time and time_text(found) == "2026-11-21 12:00"
        assert found == moment("2026-11-21", "12:00:00")[0]


def test_what_is_no_day_is_none():
    for day in (
        "",
        "2026-02-30",
        "2026-13-01",
        "21.11.2026",
        "2026-11",
        "20261121",
        "x",
        "-1-1-1",
    ):
        assert moment(day, "20:15") == (None, False), day
    assert time_text(None) == ""


def test_a_moment_is_the_same_everywhere():
    days = ("1970-01-02", "1972-02-29", "2000-02-29", "2026-11-21", "2038-02-01", "2100-03-01")
    zone = moment("1970-01-02", "00:00")[0]
    return str([moment(day, "00:00")[0] - zone for day in days if not zone % 86400])
