"""What Dash's components are told of its store: on an empty page, with a store like Dash's."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

from tests.browser.bare_page import page_with

pytestmark = pytest.mark.browser

bare = page_with("page/heard.js")

SLICES = ("callbacks", "loading", "layout", "config")

STORE = """changes => {
  let state = { callbacks: 0, loading: 0, layout: 0, config: 0 };
  const listeners = [];
  const leave = (one) => () => listeners.splice(listeners.indexOf(one), 1);
  const store = { getState: () => state, subscribe: (one) => (listeners.push(one), leave(one)) };
  const seen = { dash: [], component: [] };
  store.subscribe(() => seen.dash.push({ ...state })); // as Dash does, before it leaves its store there
  window.dash_stores.push(store);
  const end = store.subscribe(() => seen.component.push({ ...state }));
  const change = (name) => {
    state = { ...state, [name]: state[name] + 1 };
    listeners.slice().forEach((one) => one());
    return seen.component.length ? seen.component.at(-1) : null;
  };
  const after = changes.map(change);
  return Promise.resolve().then(() => {
    const last = { ...state };
    const told = seen.component.length;
    end();
    change("layout");
    return { ...seen, after: after, last: last, told: told, stores: window.dash_stores.length };
  });
}"""
"""Each of the changes to a slice of the state, at once one after the other; then what was told to whom."""


def told_of(page: Page, changes: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(STORE, changes)
    return found


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=st.lists(st.sampled_from(SLICES), max_size=8))
def test_components_know_all_but_the_steps_of_callbacks(bare: Page, changes: list[str]) -> None:
    """A failure: a component that does not know a change of the page at once, or one of what is loading in the end, or
    hears of steps alone, or still hears when it has gone."""
    found = told_of(bare, changes)
    heard = found["component"]
    assert len(found["dash"]) == len(changes) + 1  # itself it hears of everything
    state = dict.fromkeys(SLICES, 0)
    for name, known in zip(changes, found["after"], strict=True):
        state[name] += 1
        if name in ("layout", "config"):
            assert known == state
    known = heard[-1] if heard else dict.fromkeys(SLICES, 0)
    assert {name: known[name] for name in SLICES[1:]} == {name: found["last"][name] for name in SLICES[1:]}
    assert len(heard) == found["told"] <= len(changes) - changes.count("callbacks")
    if set(changes) <= {"callbacks"}:
        assert heard == []


def test_what_is_on_its_way_is_told_once(bare: Page) -> None:
    """Of twenty callbacks that begin together Dash says so twenty times."""
    found = told_of(bare, ["loading", "callbacks"] * 20)
    assert [one["loading"] for one in found["component"]] == [20]
