"""A window with too much in it is summed up: held against the intervals that were not."""

from itertools import pairwise

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.coscheduling.kernel import simulation as kernel
from engine.coscheduling.kernel.part_of_run import sum_up_in, with_account
from engine.coscheduling.kernel.state import first_state
from engine.coscheduling.records import EVERYTHING, Activity, Window
from tests.engine.coscheduling.systems import Case, cases


@given(case=cases(), data=st.data())
def test_sums_are_those_of_the_intervals(case: Case, data: st.DataObject) -> None:
    whole = kernel.run(*case, EVERYTHING)
    over, nodes = int(whole.end.max()), case.system.nodes
    since, until = sorted(data.draw(st.tuples(st.integers(0, over), st.integers(0, over))))
    spans = data.draw(st.integers(1, 7))
    assume(until - since >= spans)
    first = data.draw(st.integers(0, nodes - 1))
    window = Window(since, until, first, data.draw(st.integers(first + 1, nodes)))
    _, sums = sum_up_in(with_account(first_state(*case)), window, spans, rows=0)

    edges = [since + int(n * ((until - since) / spans)) for n in range(spans)] + [until]
    expected = np.zeros((window.end_node - first, spans, int(Activity.IDLE)), dtype=np.int64)
    for start, end, node, activity in zip(
        whole.interval.start, whole.interval.end, whole.interval.node, whole.interval.activity, strict=True
    ):
        if first <= node < window.end_node and activity != Activity.IDLE:
            for n, (low, high) in enumerate(pairwise(edges)):
                expected[node - first, n, activity] += max(0, min(end, high) - max(start, low))
    np.testing.assert_array_equal(sums.time, expected)
