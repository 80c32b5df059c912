"""Trackable resources (TRES) that a job asked for or held, beside processors: GPUs, memory, licenses, burst buffers.

Source: documentation of `sacct` and of TRES, Slurm 25.11; and, for columns of older versions, of `AllocGRES`.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.logs.not_modelled import BURST_BUFFERS, GPUS, LICENSES, MEMORY, OTHER_GRES

COLUMNS = ("alloctres", "reqtres", "allocgres", "reqgres", "gres", "trespernode", "tresperjob", "trespertask")
"""Columns that name resources, in small letters."""

ALLOCATED = ("alloctres", "allocgres")
"""Those of them that name what a job held."""

_GPU = ("gpu", "mps", "shard", "7696487")  # the last is the number by which old versions print the plugin of GPUs
_OF_KIND = {"mem": MEMORY, "license": LICENSES, "bb": BURST_BUFFERS, "gres": OTHER_GRES}
_KINDS = (*_OF_KIND, "cpu", "node", "billing", "energy", "pages", "vmem", "fs", "ic")
_COUNT = re.compile(r"(\d{1,12})(?:\.\d{1,6})?[kmgtp]?[nc]?")
_NOTHING = ("", "(null)", "n/a", "none", "unknown")
_MOST = 1000
"""Characters of a word that are looked at."""


class Resources(NamedTuple):
    """What a job is told to have: a bit for each of `not_modelled.KINDS`; processors, -1 where they are not named."""

    kinds: int
    processors: int
    is_empty: bool


def resources_of(word: bytes) -> Resources:
    """Read a word such as `cpu=4,gres/gpu:a100=4,mem=16G` or `gpu:a100:2`; a count of 0 is nothing."""
    text = word[:_MOST].decode("ascii", "replace").strip(' "').lower()
    if text in _NOTHING:
        return Resources(0, -1, True)
    kinds, processors = 0, -1
    for entry in re.sub(r"\([^)]*\)", "", text).split(","):
        name, equals, amount = entry.strip().partition("=")
        if not equals:
            name, _, amount = name.rpartition(":")
            if not name and amount not in _GPU:
                continue  # a word, and no resource
            name, amount = (name, amount) if name and _COUNT.fullmatch(amount) else (entry.strip(), "1")
        found = _COUNT.fullmatch(amount)
        if found is None or not re.search("[1-9]", amount):
            continue
        if name == "cpu":
            processors = int(found[1])
        kinds |= _kind(name)
    return Resources(kinds, processors, False)


def _kind(name: str) -> int:
    """Give the bit of a resource; 0 for what holds no job back, such as energy, and for what the model has."""
    kind, slash, of = name.replace("gres:", "gres/", 1).partition("/")
    if not slash and kind not in _KINDS:  # as columns of older versions have it
        kind, of = "gres", kind
    of = of.split(":")[0]
    if kind == "gres" and of in _GPU:
        return GPUS
    return 0 if of in _NOTHING and kind != "mem" else _OF_KIND.get(kind, 0)


def is_named(word: bytes) -> bool:
    """Whether a word names something, such as a reservation."""
    return word.lower().strip().decode("ascii", "replace") not in _NOTHING


def is_amount(word: bytes) -> bool:
    """Whether a word such as 16Gn is more than nothing."""
    return re.search(rb"[1-9]", word[:_MOST]) is not None


class _Packed(dict[bytes, int]):
    """`Resources` by word, each read once, as one number."""

    def __missing__(self, word: bytes) -> int:
        found = resources_of(word)
        self[word] = found.kinds | int(found.is_empty) << 8 | (found.processors + 1) << 9
        return self[word]


class Words:
    """The words of all such columns of a file."""

    def __init__(self) -> None:
        self._packed = _Packed()

    def read(self, words: Sequence[bytes]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
        """Give kinds, processors (-1: not named), and whether a word is empty; arrays (n,)."""
        packed = np.fromiter(map(self._packed.__getitem__, words), np.int64, len(words))
        return packed & 255, (packed >> 9) - 1, (packed & 256) > 0
