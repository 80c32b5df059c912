"""The cluster of a lesson: the same picture as in the Studio, with those edges that the lesson unlocks."""

from typing import Any

from components.pages.studio.face import face_of
from components.pages.studio.sketch.board import create_board

BY_KEYS = " Arrow keys change an edge."
"""What the picture says of its edges."""


def create_shown_cluster(tree: dict[str, Any], unlocked: list[str]) -> list[Any]:
    """The picture above the fields *unlocked*, whose values it follows; nothing where the family has none.

    Blocks neither come nor go by hand: what belongs to a block would come and go with it, locked or not.
    """
    board = face_of(tree).form.board(tree)
    if board is None:
        return []
    label = board.label if _opens_any(board.blocks, unlocked) else board.label.removesuffix(BY_KEYS)
    return [create_board(tree, board._replace(label=label, entries="", open=tuple(unlocked)))]


def _opens_any(blocks: list[Any], unlocked: list[str]) -> bool:
    edges = [edge.path for block in blocks for edge in (block.width, block.height, block.fill) if edge is not None]
    return any(f"{path}.".startswith(f"{one}.") for path in edges for one in unlocked)
