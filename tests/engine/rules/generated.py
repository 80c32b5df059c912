"""Rules by the grammar: trees that any text could be, as texts."""

from hypothesis import strategies as st

from engine.rules.names import NAMES

NUMBERS = st.sampled_from(["0", "1", "2", "0.5", "870", "1e12", "2 h", "5 %", "1e-9", "30 min"])
LEAVES = st.one_of(st.sampled_from(sorted(name for name, asked in NAMES.items() if asked.of != "group")), NUMBERS)
LEAVES_OF_GROUPS = st.one_of(st.sampled_from([name for name, asked in NAMES.items() if asked.of == "group"]), LEAVES)


def _grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pair = st.tuples(inner, inner)
    condition = st.tuples(inner, st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), inner).map(" ".join)
    conditions = st.one_of(
        condition,
        st.tuples(condition, st.sampled_from([" and ", " or "]), condition).map("".join),
        condition.map(lambda one: f"not {one}"),
    )
    return st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/"]), inner).map(lambda of: f"({of[0]} {of[1]} {of[2]})"),
        inner.map(lambda one: f"(-({one}))"),
        st.tuples(inner, st.sampled_from(["2", "3", "-1", "0.5", "8", "-8", "0"])).map(lambda of: f"({of[0]})^{of[1]}"),
        st.tuples(st.sampled_from(["abs", "floor", "sqrt", "log2", "log10", "ln", "exp"]), inner).map(
            lambda of: f"{of[0]}({of[1]})"
        ),
        st.tuples(st.sampled_from(["min", "max"]), pair).map(lambda of: f"{of[0]}({of[1][0]}, {of[1][1]})"),
        st.tuples(inner, inner, inner).map(lambda of: f"clip({', '.join(of)})"),
        st.tuples(conditions, pair).map(lambda of: f"if({of[0]}, {of[1][0]}, {of[1][1]})"),
    )


ORDERS = st.recursive(LEAVES, _grown, max_leaves=6).filter(lambda text: len(text) <= 400)
"""Texts of rules that are numbers; a few of them are larger than allowed."""

MACHINES = st.recursive(LEAVES_OF_GROUPS, _grown, max_leaves=4).filter(lambda text: len(text) <= 400)
"""Texts of rules for groups of machines."""

ADMISSIONS = st.tuples(ORDERS, st.sampled_from(["<", "<=", ">", ">="]), ORDERS).map(" ".join)
"""Texts of rules that are yes or no."""
