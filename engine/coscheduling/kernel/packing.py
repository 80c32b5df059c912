"""A state as few bytes, and back."""

import zlib

import numpy as np

from engine.coscheduling.kernel.state import State

LEVEL = 1
"""Of compression: the more, the slower, and what is left is mostly times."""

PACKED = ("nodes", "processes", "pending", "place", "job", "boosts", "soonest", "matrix", "totals")
"""The tables of a size that is known; of the rings, only the messages in them."""


def pack(state: State, first: State) -> bytes:
    """A state as bytes; *first* is the one in which its run began, from which it differs in few of them."""
    over = state.job["tasks_left"] == 0
    place = state.place.copy()
    place[np.repeat(over, state.job["tasks"])] = 0  # nobody sends to a job that has ended
    tables = _joined(state._replace(place=place)) ^ _joined(first)
    return zlib.compress(tables.tobytes() + state.inbox[_on_their_way(state)].tobytes(), LEVEL)


def unpack(packed: bytes, first: State) -> State:
    """The state that was packed. `ValueError` if it is none of the run that begins with *first*."""
    known = _joined(first)
    unpacked = zlib.decompressobj()
    try:
        text = unpacked.decompress(packed, len(known) + first.inbox.nbytes)
    except zlib.error as error:
        raise ValueError(f"a packed state is broken: {error}") from None
    if len(text) < len(known) or not unpacked.eof:
        raise ValueError("a packed state has another size")
    joined = np.frombuffer(text, dtype=np.uint8, count=len(known)) ^ known
    tables, begin = {}, 0
    for name in PACKED:
        table = getattr(first, name)
        tables[name] = joined[begin : begin + table.nbytes].view(table.dtype).reshape(table.shape).copy()
        begin += table.nbytes
    state = first._replace(**tables, inbox=np.zeros_like(first.inbox))
    places, messages = _on_their_way(state), text[begin:]
    if len(messages) != len(places) * first.inbox.itemsize:
        raise ValueError("a packed state has another number of messages")
    state.inbox[places] = np.frombuffer(messages, dtype=first.inbox.dtype)
    return state


def _joined(state: State) -> np.ndarray:
    """The bytes of all tables, uint8 (bytes,)."""
    return np.frombuffer(b"".join(getattr(state, name).tobytes() for name in PACKED), dtype=np.uint8)


def _on_their_way(state: State) -> np.ndarray:
    """The places in the rings of the messages that are on their way, int64 (messages,)."""
    nodes, count = state.nodes, state.nodes["messages"]
    node = np.repeat(np.arange(len(nodes)), count)
    number = np.arange(len(node)) - np.repeat(np.cumsum(count) - count, count)
    return nodes["ring"][node] + ((nodes["first_message"][node] + number) & state.rules["ring_mask"][0])
