"""What `dev class` does, and the yardstick of `dev page`, once each; a whole visit takes a minute."""

import pytest
from playwright.sync_api import Browser

from components.server import classroom
from components.server.page_speed import bare_page
from components.server.page_speed.journeys import bare
from components.server.page_speed.measurement import CONDITIONS, page_under

pytestmark = pytest.mark.browser


def test_a_student_takes_part(address: str) -> None:
    found = classroom._take_part(address, 0)
    assert set(found) == set(classroom.TIMES)
    assert 0 < found["first_curve"] <= found["completion"]


def test_the_empty_page_has_its_curve_and_no_errors(browser: Browser) -> None:
    trouble: list[str] = []
    with bare_page.served() as empty, page_under(CONDITIONS[0], browser) as page:
        page.on("pageerror", lambda error: trouble.append(str(error)))
        assert bare(page, empty) > 0
    assert trouble == []
