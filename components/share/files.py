"""A scenario as a file, to and from bytes that somebody else may have written."""

import re
from typing import Any

import orjson

from components.visits.answers import priced
from engine.inputs.of_strangers import read_json
from engine.inputs.rejection import Reason, ScenarioError
from engine.inputs.scenario import MAXIMUM_BYTES, Scenario
from engine.logs.guess import guess_of_json
from engine.study.registry import parse_scenario, read_scenario

OF_RESULTS = {"scenario", "fingerprint", "cells"}
"""What a file of a whole result has."""

OF_SCENARIOS = (b'"family"', b'"scenario"', b'"metric"')
"""One of these keys stands in every file of a scenario, of a result, or of a table of results."""

OF_TABLES = {"policy", "metric", "unit"}
"""What every row of an exported table has."""


def write_file(scenario: Scenario) -> str:
    """Canonical JSON, indented, title and notes included."""
    tree = orjson.loads(scenario.canonical())
    return orjson.dumps(tree, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS).decode() + "\n"


def file_name(scenario: Scenario) -> str:
    """ "corral-" and the title, in letters that every file system takes."""
    title = re.sub(r"[^a-z0-9]+", "-", scenario.title.lower()).strip("-")[:60].rstrip("-")
    return f"corral-{title or 'scenario'}.json"


def read_file(text: object) -> Scenario:
    """The scenario of a file's *text*, as a browser sent it: of a scenario file of any version, or of a whole result.

    `ScenarioError` says what is wrong with it, and so it does where the study would be refused.
    """
    if not isinstance(text, str):
        raise ScenarioError([Reason("", "this is no text; a scenario file is JSON in UTF-8")])
    plain = text.removeprefix("\ufeff").encode(errors="surrogatepass")
    if not any(key in plain for key in OF_SCENARIOS) and (other := guess_of_json(plain)):
        raise ScenarioError([Reason("", other)])
    if len(plain) > MAXIMUM_BYTES:
        raise ScenarioError([Reason("", f"{len(plain):,} bytes are too long; at most {MAXIMUM_BYTES:,} are allowed")])
    found = _scenario_in(plain)
    if objection := priced(found, None).objection:
        raise ScenarioError([Reason("", objection)])
    return found


def _scenario_in(plain: bytes) -> Scenario:
    try:
        tree = read_json(plain)
    except (ValueError, RecursionError):
        return parse_scenario(plain)  # which says what is wrong
    if _is_table(tree):
        raise ScenarioError(
            [Reason("", "this is a table of results, which does not hold the scenario; save a scenario file instead")]
        )
    if isinstance(tree, dict) and tree.keys() >= OF_RESULTS:
        return read_scenario(tree["scenario"])
    return read_scenario(tree)


def _is_table(tree: Any) -> bool:
    return isinstance(tree, list) and bool(tree) and isinstance(tree[0], dict) and tree[0].keys() >= OF_TABLES
