"""Windows of a run, on an empty page: where a drag, a key or clicks lead. Laws over generated windows, no program."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.browser_code.node_module import NodeModule, module_of

NEAR = 1e-9
WIDTH = 360
"""px of the strip, on a phone."""

TIMES = st.builds(
    lambda end, a, b: ({"unit": "s", "end": end, "narrowest": 1e-5 * end}, sorted((a * end, b * end))),
    st.sampled_from([0.5, 2.7193, 98.2, 86_400.0]),
    st.floats(0, 1),
    st.floats(0, 1),
)
COUNTS = st.builds(
    lambda end, first, width: (
        {"unit": "job", "end": end, "narrowest": 0},
        [min(first, max(0, end - width)), min(first, max(0, end - width)) + min(width, end)],
    ),
    st.integers(1, 20_000),
    st.integers(0, 20_000),
    st.sampled_from([1, 3, 60]),
)
CASES = st.one_of(TIMES, COUNTS)
LAWS = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


bare = module_of("pictures/windows.js", "replay/coscheduling.js")


def at(case: Any) -> tuple[dict[str, Any], dict[str, float]]:
    """The run, and a window of it that can be."""
    run, (since, until) = case
    until = min(run["end"], max(until, since + run["narrowest"]))
    return run, {"since": min(since, until - run["narrowest"]), "until": until}


def lies_in(run: dict[str, Any], window: dict[str, float]) -> bool:
    return -NEAR * run["end"] <= window["since"] <= window["until"] <= run["end"] * (1 + NEAR)


@LAWS
@given(CASES, st.floats(-0.2, 1.2), st.floats(-0.2, 1.2))
def test_a_drag_leads_to_a_window_of_the_run(bare: NodeModule, case: Any, start: float, stop: float) -> None:
    run, window = at(case)
    grip, found = bare.evaluate(
        """([run, at, width, a, b]) => { const all = corral.windows, grip = all.gripped(run, at, a * width, width);
        return [grip, all.tidy(run, all.dragged(run, at, grip, a * run.end, b * run.end))]; }""",
        [run, window, WIDTH, start, stop],
    )
    assert grip in ({"move", "new", "since", "until"} if run["narrowest"] else {"move", "new"})
    assert lies_in(run, found)
    assert found["until"] - found["since"] >= run["narrowest"] * (1 - NEAR)
    if not run["narrowest"]:
        assert found["until"] - found["since"] == window["until"] - window["since"]  # of one length
        assert found["since"] == int(found["since"])


@LAWS
@given(CASES, st.floats(-1, 1))
def test_a_window_that_is_moved_keeps_its_length_and_comes_back(bare: NodeModule, case: Any, by: float) -> None:
    run, window = at(case)
    there, back = bare.evaluate(
        """([run, at, by]) => { const there = corral.windows.dragged(run, at, "move", 0, by);
        return [there, corral.windows.dragged(run, there, "move", there.since - at.since, 0)]; }""",
        [run, window, by * run["end"]],
    )
    assert lies_in(run, there)
    assert there["until"] - there["since"] == pytest.approx(window["until"] - window["since"])
    assert back["since"] == pytest.approx(window["since"], abs=1e-6 * run["end"])


@LAWS
@given(TIMES)
def test_everything_can_be_gripped_with_a_finger(bare: NodeModule, case: Any) -> None:
    run, window = at(case)
    grips = bare.evaluate(
        "([run, at, width]) => Array.from({length: width}, (_, x) => corral.windows.gripped(run, at, x + 0.5, width))",
        [run, window, WIDTH],
    )
    left, right = (WIDTH * window[name] / run["end"] for name in ("since", "until"))
    if 36 < (left + right) / 2 < WIDTH - 36 and right - left < 0.9 * WIDTH:
        assert grips.count("move") >= 23
    if left > 48 and right < WIDTH - 48:  # elsewhere the grip reaches beyond the end of the strip
        assert min(grips.count("since"), grips.count("until")) >= 23


@LAWS
@given(CASES, st.lists(st.sampled_from(["ArrowLeft", "ArrowRight", "PageUp", "PageDown", "Home", "End"]), max_size=6))
def test_keys_stay_in_the_run_and_shift_alone_changes_the_length(bare: NodeModule, case: Any, keys: list[str]) -> None:
    run, window = at(case)
    reached = bare.evaluate(
        "([run, at, keys]) => keys.reduce((now, key) => corral.windows.keyed(run, now, key, false), at)",
        [run, window, keys],
    )
    assert lies_in(run, reached)
    assert reached["until"] - reached["since"] == pytest.approx(window["until"] - window["since"])
    if keys and keys[-1] in ("Home", "End"):
        assert reached["since" if keys[-1] == "Home" else "until"] == pytest.approx(
            {"Home": 0}.get(keys[-1], run["end"])
        )
    for key, is_longer in (("ArrowRight", True), ("ArrowLeft", False)):
        found = bare.evaluate("([run, at, key]) => corral.windows.keyed(run, at, key, true)", [run, window, key])
        assert lies_in(run, found)
        before, after = window["until"] - window["since"], found["until"] - found["since"]
        if run["narrowest"] and 2 * run["narrowest"] < before < 0.9 * run["end"]:
            assert (after > before) if is_longer else (after < before)


@LAWS
@given(
    st.lists(st.sampled_from(["zoom-in", "zoom-out", "earlier", "later"]), max_size=5),
    st.floats(0, 0.8),
    st.floats(0.01, 0.2),
)
def test_clicks_that_come_together_count_as_those_that_come_one_by_one(
    bare: NodeModule, buttons: list[str], since: float, width: float
) -> None:
    """Of one button: between buttons the order counts, of which a browser that was busy says nothing."""
    found = bare.evaluate(
        """([buttons, since, until]) => {
        window.dash_clientside = { no_update: "as it was", callback_context: { triggered: [] } };
        const names = ["zoom-in", "zoom-out", "earlier", "later"], view = {since: 0, until: 1, end: 1, nodes: 8};
        const move = (counts, at) => corral.coscheduling.callbacks.moveWindow(
          ...names.map((name) => counts[name]), 0, null, null, null, view, ...at);
        const run = (together) => {
          move({}, [since, until]);  // a page that has just been built
          const counts = {}; let at = [since, until];
          buttons.forEach((name, n) => {
            counts[name] = (counts[name] || 0) + 1;
            if (together && n < buttons.length - 1 && buttons[n + 1] === name) return;
            const fields = move(counts, at);
            at = fields[0] === "as it was" ? at : fields.slice(0, 2);
          });
          return at;
        };
        return [run(true), run(false)];
        }""",
        [buttons, since, since + width],
    )
    together, one_by_one = found
    assert together == one_by_one
