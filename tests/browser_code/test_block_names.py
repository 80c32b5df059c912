"""Names of groups on the board, cut to the room of their blocks: none reaches to its neighbor, and numbers stay."""

import pytest

from tests.browser_code.node_module import NodeModule, module_of

bare = module_of("board/block.js")

SIGN = 2
"""Letters that the sign of what is left out is wide."""


@pytest.mark.parametrize(
    ("name", "letters", "cut"),
    [
        ("delta 1", 6, "de… 1"),
        ("delta 2", 6, "de… 2"),
        ("delta 4", 7, "delta 4"),
        ("servers", 5, "ser…"),
        ("group 12", 4, "gr…"),
    ],
)
def test_a_cut_name_has_room_and_tells_groups_apart(bare: NodeModule, name: str, letters: int, cut: str) -> None:
    """A failure: "delta…delta…" as one word below two blocks."""
    found = bare.evaluate("([name, letters]) => corral.block.cutTo(name, letters)", [name, letters])
    assert found == cut
    assert len(found) + (SIGN - 1) * ("…" in found) <= letters
