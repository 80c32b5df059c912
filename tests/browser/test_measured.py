"""What `bench --page` and `bench --class` do, once each: that their steps are those of the pages that there are."""

import pytest
from playwright.sync_api import Browser

from components.server import classroom
from components.server.page_speed import bare_page
from components.server.page_speed.condition import CONDITIONS
from components.server.page_speed.measurement import GOALS, YARDSTICK, medians, visit

pytestmark = pytest.mark.browser


def test_a_student_takes_part(address: str) -> None:
    found = classroom._take_part(address, 0)
    assert set(found) == set(classroom.TIMES)
    assert 0 < found["first_curve"] <= found["completion"]


@pytest.mark.slow
def test_a_visit_measures_everything_that_has_a_goal(browser: Browser, address: str) -> None:
    with bare_page.served() as empty:
        found = medians([visit(CONDITIONS[0], browser, address, empty)])
    assert found[YARDSTICK] > 0
    assert set(GOALS) <= set(found)
