"""Logs of which values are published are known by their size, and by nothing less."""

from engine.logs.published_logs import PUBLISHED, published_of


def test_each_is_known_by_its_own_size_and_none_is_taken_for_another() -> None:
    for one in PUBLISHED:
        assert published_of(one.processors or 7, one.jobs) is one
        assert published_of(one.processors or 7, int(one.jobs * 1.009)) is one
        assert published_of(one.processors or 7, int(one.jobs * 1.02)) is None
    assert published_of(101, 28_481) is None  # as many jobs as KTH has, of another machine


def test_run_times_that_are_known_make_both_rules_one() -> None:
    """Each end is an expected end then, so what is published comes out; the others differ by less than a fifth."""
    for one in PUBLISHED:
        if one.passes is None:
            assert one.expected(0) is None
            continue
        assert one.expected(2) == one.slowdowns[2]
        assert all(abs(share) < 0.2 for share in one.passes)
