"""Arrays of structures, and tables of many arrays, as compiled code and Python alike read them."""

from typing import TypeVar

import numpy as np

Table = TypeVar("Table", bound=type)

TABLES: list[type] = []
"""Named tuples that compiled code takes by reference, see `references`."""


def record(*fields: tuple[str, type]) -> np.dtype:
    """The layout of a structure; np.record, so that its fields are attributes without the compiler as well."""
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


def by_reference(named_tuple: Table) -> Table:
    """Mark a named tuple of arrays that the functions of a kernel hand to each other."""
    TABLES.append(named_tuple)
    return named_tuple
