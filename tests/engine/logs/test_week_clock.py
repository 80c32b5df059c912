"""Second 0 is a Monday 0:00 on the walls of the place where the machine stood."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.logs.head import Head
from engine.logs.week_clock import clock_of

ZONES = ("Europe/Berlin", "US/Pacific", "Australia/Lord_Howe", "Asia/Kolkata", "Africa/Casablanca", "UTC")


@given(st.sampled_from(ZONES), st.integers(0, 2 * 10**9), st.lists(st.integers(0, 10**8), min_size=1, max_size=9))
def test_walls_show_what_the_clock_says(zone: str, start: int, more: list[int]) -> None:
    submit = np.array(sorted(more))
    head = Head((("UnixStartTime", str(start + 1)), ("TimeZoneString", zone)))
    clock = clock_of(head, int(submit[0]), int(submit[-1]))
    arrival = clock.arrival(submit, 1)
    assert clock.said == ()
    assert clock.monday is not None
    monday = datetime.fromtimestamp(clock.monday, ZoneInfo(zone))
    assert (monday.weekday(), monday.hour, monday.minute, monday.second) == (0, 0, 0, 0)
    # A week with a change of the clocks has an hour more.
    assert 0 <= arrival[0] < 169 * 3600
    for when, unix, hour in zip(arrival, submit + start + 1, clock.hour_of_week(arrival), strict=True):
        wall = datetime.fromtimestamp(int(unix), ZoneInfo(zone))
        assert hour == wall.weekday() * 24 + wall.hour
        assert when == unix - clock.monday


def test_later_mondays() -> None:
    head = Head((("UnixStartTime", "1711789200"), ("TimeZoneString", "Europe/Berlin")))
    clock, seconds = clock_of(head, 0, 10**8).later(1)
    assert seconds == 167 * 3600
    assert clock.monday is not None
    assert datetime.fromtimestamp(clock.monday, ZoneInfo("Europe/Berlin")) == datetime(
        2024, 4, 1, tzinfo=ZoneInfo("Europe/Berlin")
    )


@pytest.mark.parametrize(
    ("labels", "first", "monday", "said"),
    [
        ({}, 5, None, "no date"),
        ({}, 1_711_845_000, "2024-03-25", "taken for Unix time"),
        ({"UnixStartTime": "0"}, 1_711_845_000, "2024-03-25", "taken for Unix time"),
        ({"UnixStartTime": "1711845000"}, 0, "2024-03-25", "UTC"),
        ({"UnixStartTime": "1711845000", "TimeZoneString": "../../etc/passwd"}, 0, "2024-03-25", "not known"),
        ({"UnixStartTime": "1711845000", "TimeZoneString": "Europe"}, 0, "2024-03-25", "not known"),
        ({"UnixStartTime": "1711845000", "TimeZoneString": "Atlantis/City"}, 0, "2024-03-25", "not known"),
        ({"UnixStartTime": "1711845000", "TimeZone": "3600"}, 0, "2024-03-24", "seconds east"),
        ({"UnixStartTime": "252999999999"}, 10**12, None, "no date"),
        ({"UnixStartTime": "9" * 14}, 3, None, "no date"),
    ],
)
def test_what_is_said(labels: dict[str, str], first: int, monday: str | None, said: str) -> None:
    clock = clock_of(Head(tuple(labels.items())), first, 10**12)
    assert any(said in sentence for sentence in clock.said)
    known = None if clock.monday is None else datetime.fromtimestamp(clock.monday, UTC).date().isoformat()
    assert known == monday
    arrival = clock.arrival(np.array([first, 10**12]), 1)
    assert 0 <= arrival[0] < 168 * 3600
    assert ((clock.hour_of_week(arrival) >= 0) & (clock.hour_of_week(arrival) < 168)).all()
