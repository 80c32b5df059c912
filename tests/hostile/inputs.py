"""Generated input that no page of ours would send: damaged, huge, deep, of wrong types, or not JSON at all."""

import base64
import zlib
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any

import orjson
from hypothesis import strategies as st

from engine.inputs.paths import leaves, put
from engine.study.registry import EXAMPLES

TREES = [example.model_dump(mode="json") for example in EXAMPLES.values()]

HUGE = "9" * 5000
NAMES = ["__proto__", "constructor", "", "a" * 3000, "\u0000", "policies", "study", "\ud83d\ude80", "../../etc/passwd"]

ODD_NUMBERS = st.sampled_from(
    [0, -1, 1, 2**31, 2**53, 2**63 - 1, -(2**63), 1e308, -1e308, 5e-324, 1e-9, 0.1, 1e6, 1e9, 3.5, 20_000, 100_000]
)
LEAVES = st.one_of(
    st.none(), st.booleans(), ODD_NUMBERS, st.integers(-(2**63), 2**63 - 1), st.floats(), st.text(max_size=20),
    st.sampled_from(["<script>alert(1)</script>", "=cmd|' /C calc'!A0", "NaN", "${jndi:ldap://x}", "%s%s%n", *NAMES]),
)  # fmt: skip
ANYTHING = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8) | st.sampled_from(NAMES), inner, max_size=5)
    ),
    max_leaves=12,
)


@st.composite
def damaged_trees(draw: st.DrawFn) -> dict[str, Any]:
    """An example in which up to four values are replaced, removed, or joined by others."""
    tree = deepcopy(draw(st.sampled_from(TREES)))
    for _ in range(draw(st.integers(1, 4))):
        paths = [path for path, _ in leaves(tree)]
        if not paths:
            break
        path = draw(st.sampled_from(paths))
        depth = draw(st.integers(0, path.count(".")))
        place = ".".join(path.split(".")[: depth + 1])
        how = draw(st.sampled_from(["replace", "number", "unknown", "long"]))
        value = draw(
            {"number": ODD_NUMBERS, "long": st.just([draw(LEAVES)] * draw(st.sampled_from([61, 1001])))}.get(
                how, ANYTHING
            )
        )
        if how == "unknown":
            tree[draw(st.sampled_from(NAMES))] = value
        else:
            with suppress(KeyError, IndexError, TypeError, ValueError):  # below a name that is no path
                put(tree, place, value)
    return tree


def hardly_damaged(lot: Random) -> dict[str, Any]:
    """An example in which up to three numbers are others: many of these are allowed."""
    tree = deepcopy(lot.choice(TREES))
    paths = [path for path, value in leaves(tree) if type(value) in (int, float) and not path.startswith("study.")]
    for path in lot.sample(paths, lot.randint(1, 3)):
        old = dict(leaves(tree))[path]
        new = lot.choice((0, 1, old * 2, old * 10, old / 3, old + 1, lot.random() * 1000))
        put(tree, path, int(new) if isinstance(old, int) else float(new))
    return tree


def as_text(tree: Any) -> bytes:
    """JSON, also of what strict JSON cannot say."""
    try:
        return orjson.dumps(tree)
    except TypeError:
        return repr(tree).encode(errors="replace")


_WRONG = [
    b"", b"null", b"[]", b"{}", b'"', b"NaN", b"Infinity", b"-", b"\xff\xfe", b"\x00" * 100,
    b"[" * 60_000, b'{"a":' * 10_000, b'{"family":' + HUGE.encode() + b"}", HUGE.encode(),
    b'{"family":"parallel-jobs","family":"coscheduling"}', b'{"version":2,"family":"parallel-jobs"}',
    b'{"version":1e999,"family":"coscheduling"}', b'"' + b"a" * 63_000 + b'"', b" " * 70_000,
    b"\x80\x04\x95\x0b\x00\x00\x00\x00\x00\x00\x00\x8c\x02os\x94\x8c\x06system\x94\x93\x94.",
]  # fmt: skip
GARBAGE = st.one_of(st.binary(max_size=300), st.integers(0, len(_WRONG) - 1).map(_WRONG.__getitem__))
BODIES = st.one_of(damaged_trees().map(as_text), ANYTHING.map(as_text), GARBAGE)


def pack(text: bytes) -> str:
    """As a link has it."""
    return base64.urlsafe_b64encode(zlib.compress(text, 9)).rstrip(b"=").decode()


_BOMBS = [
    pack(b"\x00" * 50_000_000)[:8000], pack(b"[" * 5_000_000), "A" * 8001, "eNo", "====", "%00", "é" * 100,
]  # fmt: skip
LINKS = st.one_of(
    BODIES.map(pack),
    st.text(max_size=200),
    st.binary(max_size=200).map(lambda found: base64.urlsafe_b64encode(found).decode()),
    st.integers(0, len(_BOMBS) - 1).map(_BOMBS.__getitem__),
)
