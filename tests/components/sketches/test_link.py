"""Links: whole scenarios, bounded and hostile until validated."""

import base64
import zlib
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.sketches.link import MAXIMUM_LINK, from_link, from_pasted, to_link
from engine.inputs.rejection import ScenarioError
from engine.study.registry import EXAMPLES


def packed(plain: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(plain, 9)).rstrip(b"=").decode()


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_link_holds_the_whole_scenario(name: str) -> None:
    link = to_link(EXAMPLES[name])
    assert from_link(link) == EXAMPLES[name]
    assert len(link) < (6500 if getattr(EXAMPLES[name], "blocks", 0) else 1800)  # a log travels whole


@pytest.mark.parametrize(
    "text",
    [
        "",
        "!",
        "eNpL",
        "ä" * 10,
        packed(b"0" * 200_000_000)[:MAXIMUM_LINK],
        packed(b"0" * 5_000_000),
        packed(b"[" * 60_000),
        packed(b'{"family": NaN}'),
        packed(b"null"),
        packed(b'{"family":"parallel-jobs","cluster":1e999}'),
        "A" * (MAXIMUM_LINK + 1),
    ],
)
def test_a_bad_link_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ScenarioError, match=r"\w+ \w+"):
        from_link(text)


@given(st.text(max_size=200) | st.binary(max_size=200).map(packed))
def test_no_text_does_more_than_be_refused(text: str) -> None:
    with pytest.raises(ScenarioError):
        from_link(text)


@pytest.mark.parametrize(
    "pasted", ["{}", " {}\n", "http://127.0.0.1:8050/?s={}", "/?s={}", "https://corral.example/?lesson=3&s={}#x"]
)
def test_a_link_can_be_pasted_alone_or_in_an_address(pasted: str) -> None:
    example = next(iter(EXAMPLES.values()))
    assert from_pasted(pasted.format(to_link(example))) == example


@pytest.mark.parametrize("text", ["", "http://127.0.0.1:8050/", "?s=", "?a=1&b=2", "http://[", "what is this?", "?s=%"])
def test_a_pasted_text_without_a_scenario_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ScenarioError, match=r"\w+ \w+"):
        from_pasted(text)


ANY_LINK = to_link(EXAMPLES["schnor-system-1"])


@given(
    st.lists(st.integers(1, len(ANY_LINK) - 1), max_size=4, unique=True),
    st.sampled_from(["\n", " ", "\r\n  ", "=\r\n"]),
    st.sampled_from(["", ".", ">", '").', " ,"]),
)
def test_a_link_that_a_mail_program_broke_is_read(places: list[int], broken: str, after: str) -> None:
    ends = [0, *sorted(places), len(ANY_LINK)]
    parts = [ANY_LINK[low:high] for low, high in pairwise(ends)]
    assert from_link(broken.join(parts) + after) == EXAMPLES["schnor-system-1"]


@given(st.integers(16, len(ANY_LINK) - 8))
def test_a_link_that_was_cut_is_said_to_be_cut(length: int) -> None:
    with pytest.raises(ScenarioError, match=r"end of the link is missing: copy all of it|a part of it is missing"):
        from_link(ANY_LINK[:length])
    with pytest.raises(ScenarioError, match="end of the link is missing"):
        from_link(ANY_LINK[: length - length % 4])
