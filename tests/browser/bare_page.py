"""An empty page that has modules of the project and nothing else: what they do, tried without the program."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence

import pytest
from playwright.sync_api import Browser, Page

from components.server.front.files import ASSETS
from tests import node

Stubs = Mapping[str, Sequence[str]]


def script_of(*names: str, stubs: Stubs | None = None) -> str:
    """The modules *names*, paths below the client's, as one script; of the *stubs* these exports are the test's.

    What they export is in `corral`, and what each exports in `corral.nameOfTheModule`.
    """
    made = node.run("tests/browser/bundle.mjs", given=json.dumps({"names": names, "stubs": stubs or {}}))
    assert made.returncode == 0, made.stderr
    return made.stdout


def page_with(*names: str, above: str = "", stubs: Stubs | None = None) -> Callable[..., Iterator[Page]]:
    """A fixture for the tests of a module: a page with such a script, and an asset of ours *above* it."""

    @pytest.fixture(scope="module")
    def bare(browser: Browser) -> Iterator[Page]:
        page = browser.new_page()
        if above:
            page.add_script_tag(path=ASSETS / above)
        page.add_script_tag(content=script_of(*names, stubs=stubs))
        yield page
        page.close()

    return bare
