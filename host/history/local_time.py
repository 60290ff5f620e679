"""Times as people write them, in the time zone of this computer, or of the browser whose page has
MicroPython."""

from .rows import is_time

try:
    from datetime import datetime

    def _fields(seconds: float) -> tuple[int, int, int, int, int]:
        at = datetime.fromtimestamp(seconds)
        return at.year, at.month, at.day, at.hour, at.minute

    def _moment(fields: tuple[int, ...]) -> float | None:
        try:
            year, month, day, hour, minute, second = fields
            return datetime(year, month, day, hour, minute, second).timestamp()
        except (ValueError, OverflowError, OSError):
            return None

except ImportError:
    import js  # pyright: ignore[reportMissingImports]

    def _fields(seconds: float) -> tuple[int, int, int, int, int]:
        at = js.Date.new(seconds * 1000)
        day = at.getFullYear(), at.getMonth() + 1, at.getDate()
        return day + (at.getHours(), at.getMinutes())

    def _moment(fields: tuple[int, ...]) -> float | None:
        year, month, day, hour, minute, second = fields
        at = js.Date.new(year, month - 1, day, hour, minute, second)
        if (at.getMonth() + 1, at.getDate()) != (month, day):
            return None
        if hour >= 24 or max(minute, second) >= 60:
            return None
        # Not getTime: of a whole number from JavaScript, 32 bits arrive.
        minutes = (_days(year, month, day) * 24 + hour) * 60 + minute + at.getTimezoneOffset()
        return float(minutes * 60 + second)

    def _days(year, month, day):
        """Return the number of days since 1970."""
        past = year - (month < 3)  # years that begin in March, so that a leap day is the last
        leap = past // 4 - past // 100 + past // 400
        return 365 * past + leap + (153 * ((month + 9) % 12) + 2) // 5 + day - 719469


_NOON = (12, 0, 0)
_DAY_MARKS = ("-", ".", "/")  # in records of other programs too


def time_text(seconds: float | None) -> str:
    """Return a time as `2026-11-21 20:15`, "" if it is None."""
    return "" if seconds is None else "%04d-%02d-%02d %02d:%02d" % _fields(seconds)


def moment(day: str, time: str) -> tuple[float | None, bool]:
    """Return the texts of a day and of a time, either "", as seconds since 1970, None if they give
    no day, and whether the time of day is known. `day` may hold both. A day without a time counts
    as its noon."""
    one, _, other = day.strip().partition(" ")
    date = _date(one)
    if not date:
        return None, False
    clock = _clock(other or time.strip())
    found = _moment(date + (clock or _NOON))
    if found is None and clock:
        clock, found = None, _moment(date + _NOON)
    return (found, clock is not None) if is_time(found) else (None, False)


def _date(text):
    for mark in _DAY_MARKS:
        numbers = _numbers(text.split(mark), (4, 2, 2))
        if numbers and len(numbers) == 3:
            return numbers
    return None


def _clock(text):
    numbers = _numbers(text.split(":"), (2, 2, 2))
    return (numbers + (0,))[:3] if numbers and len(numbers) > 1 else None


def _numbers(texts, most):
    """Return the numbers, or None if any of them is not one or has more digits than `most`."""
    if len(texts) > len(most):
        return None
    for text, digits in zip(texts, most):
        if not 0 < len(text) <= digits or [one for one in text if one not in "0123456789"]:
            return None
    return tuple([int(text) for text in texts])
