"""How well a share is known."""

import numpy as np
import pytest

from engine.statistics.share import share_interval


def test_published_intervals_come_out() -> None:
    """Newcombe 1998, table I, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29."""
    for hits, tries, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)):
        assert share_interval(hits / tries, tries) == pytest.approx((low, high), abs=1e-4)
    assert share_interval(1 / 29, 29) == pytest.approx((0.0061, 0.1718), abs=1e-4)


def test_so_many_intervals_hold_the_share_as_they_say() -> None:
    hits = np.random.default_rng(1).binomial(300, 0.95, 2000)
    inside = [low <= 0.95 <= high for low, high in (share_interval(one / 300, 300) for one in hits)]
    assert 0.93 < np.mean(inside) < 0.97


def test_more_tries_say_more_and_no_share_is_impossible() -> None:
    widths = [high - low for low, high in (share_interval(0.9, tries) for tries in (10, 100, 1000))]
    assert widths == sorted(widths, reverse=True)
    assert share_interval(0.0, 50)[0] == 0.0
    assert share_interval(1.0, 50)[1] == 1.0
    for share, tries in ((0.5, 0), (1.1, 10), (-0.1, 10)):
        with pytest.raises(ValueError, match="is none"):
            share_interval(share, tries)
