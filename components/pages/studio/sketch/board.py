"""What of a cluster is drawn by hand: blocks whose edges are fields of the form, and the same by keys.

`clientside/board/` draws it and writes into the fields; names, bounds and steps come from the model.
"""

from typing import Any, NamedTuple

import orjson
from dash import html

from components.controls.aria import aria
from components.looks.theme import JOB_COLORS
from components.pages.studio.ids import Id
from components.pages.studio.sketch.share import Share
from components.words.inputs.fields import describe, value_at

Tree = dict[str, Any]

FIRST_COLOR = 2
"""Groups have the colors of jobs from this one on, as in the pictures of the answer."""


class Handle(NamedTuple):
    """A number that an edge of a block shows: the field at *path*, what it is called, its value, range and step."""

    path: str
    title: str
    value: Any
    low: float
    high: float
    step: float
    whole: bool


class Block(NamedTuple):
    """Equal machines: as wide as there are many, as high as they are fast, striped where somebody else uses them.

    `name` is a field, or None where there is only one block. What is striped is a field, or a share of the time, on all
    machines or on as many as the field at `striped` says, from the left.
    """

    title: str
    name: str | None
    color: str
    width: Handle
    height: Handle
    fill: Handle | None = None
    share: Share | None = None
    striped: str = ""


class Board(NamedTuple):
    """The blocks of a cluster.

    Attributes
    ----------
    label : what a screen reader says of the whole
    unit, height : what the axes are called
    scale : how a height follows from its field: "linear", "inverse" (1 over it) or "rows" (one box each)
    blocks : from left to right
    entries : the x of the buttons "add-x", "copy-x" and "remove-x"; empty if blocks neither come nor go
    times : path of a field by which all heights are multiplied
    fill_times : paths of fields by which all fills are multiplied; of 24 numbers that of the hour at `hour`
    hour : path of an hour of the day
    most : path of a field; more machines than that are never used and not drawn
    mark : how many machines are in use, from the left
    parts : path of a field: into how many equal parts the only block is cut
    job : paths of fields, the largest of which is the size of a job that is shown
    filled : what a fill is called in front of its percents
    open : paths of the fields that an edge may change, or whose part they are; None if all may
    """

    label: str
    unit: str
    height: str
    scale: str
    blocks: list[Block]
    entries: str = "group"
    times: str = ""
    fill_times: tuple[str, ...] = ()
    hour: str = ""
    most: str = ""
    mark: Handle | None = None
    parts: str = ""
    job: tuple[str, ...] = ()
    filled: str = "load"
    open: tuple[str, ...] | None = None


def handle(tree: Tree, path: str) -> Handle:
    """The number at *path* of the *tree*, with the words and bounds of the model."""
    words = describe(tree, path)
    low, high = words.low or 0, words.high if words.high is not None else float("inf")
    return Handle(path, words.title, value_at(tree, path), low, high, words.step, words.whole)


def blocks_of(
    tree: Tree, groups: str, width: str, height: str, fill: str = "", shares: list[Share] | None = None
) -> list[Block]:
    """A block for each entry of the list at *groups*, by the names of its fields; *shares* has one for each."""
    return [
        Block(
            title=group["name"],
            name=f"{groups}.{number}.name",
            color=JOB_COLORS[(number + FIRST_COLOR) % len(JOB_COLORS)],
            width=handle(tree, f"{groups}.{number}.{width}"),
            height=handle(tree, f"{groups}.{number}.{height}"),
            fill=handle(tree, f"{groups}.{number}.{fill}") if fill else None,
            share=shares[number] if shares else None,
        )
        for number, group in enumerate(value_at(tree, groups))
    ]


def create_board(tree: Tree, board: Board) -> html.Div:
    """The place of the picture, with all that the browser needs to draw it."""
    striped = (block.striped for block in board.blocks)
    all_of_them = (board.times, *board.fill_times, board.hour, board.most, board.parts, *board.job, *striped)
    paths = [path for path in all_of_them if path]
    drawn = as_json(board) | {"values": {path: value_at(tree, path) for path in paths}}
    named: dict[str, Any] = {"data-board": orjson.dumps(drawn).decode()}
    return html.Div(
        id=Id.CLUSTER_PICTURE,
        className="board",
        role="group",
        **named,
        **aria(label=board.label),
    )


def create_mix(tree: Tree, paths: list[str], owner: str) -> html.Div:
    """A bar of fields that make 100 % together, whose borders can be dragged; *owner* is whose they are, in words."""
    parts = []
    for path in paths:
        one = handle(tree, path)
        parts.append(one._replace(title=one.title.split(" of “")[0])._asdict())
    entry = paths[0].rpartition(".")[0]
    named: dict[str, Any] = {
        "data-mix": orjson.dumps({"parts": parts}).decode(),
        "data-owner": owner,
        "data-entry": entry,  # whose exact fields come in sight when somebody works on it
    }
    return html.Div(
        className="board mix", role="group", **named, **aria(label=f"Shares{owner}. Arrow keys move a border.")
    )


def as_json(board: Board) -> dict[str, Any]:
    """The board as plain objects."""
    return board._asdict() | {
        "blocks": [_block_as_json(block) for block in board.blocks],
        "mark": board.mark and board.mark._asdict(),
    }


def _block_as_json(block: Block) -> dict[str, Any]:
    edges = {name: getattr(block, name) for name in ("width", "height", "fill", "share")}
    return block._asdict() | {name: edge and edge._asdict() for name, edge in edges.items()}
