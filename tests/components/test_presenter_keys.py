"""Every key of presenter mode stands in the list of keys, and what keys press there is not taken away."""

import re
from pathlib import Path

ASSETS = Path(__file__).parents[2] / "components" / "assets"


def read(name: str) -> str:
    return (ASSETS / name).read_text(encoding="utf-8")


def test_every_letter_of_presenter_mode_is_in_the_list_of_keys() -> None:
    known = re.search(r"const KEYS = \{(.*?)\n +\};", read("clientside/presenter/presenter.js"), re.DOTALL)
    assert known is not None
    letters = {key.upper() for key in re.findall(r"^ +([a-zA-Z]):", known[1], re.MULTILINE)}
    listed = set(re.findall(r'\["([A-Z])", "', read("clientside/page/keys.js")))
    assert letters >= {"W", "J", "I"}
    assert letters <= listed


def test_a_job_and_another_decision_can_be_asked_about_while_presenting() -> None:
    (away,) = [
        line
        for line in read("presenter.css").splitlines()
        if ".presenting .studio:not(.of-lesson) :is(.sketch," in line
    ]
    assert "button:not(.why-job, .what-if, .searching button)" in away


def test_keys_of_the_player_go_on_while_the_reasons_of_a_race_are_shown() -> None:
    """They press what is there, so its words leave the screen and not the page."""
    (words,) = [
        line for line in read("race.css").splitlines() if 'data-shown="2"] .replay-bar.with-racers .instant' in line
    ]
    assert "display: none" not in words
    assert "clip-path" in words
