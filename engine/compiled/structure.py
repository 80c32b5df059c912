"""Arrays of structures, as compiled code and Python alike read them."""

import numpy as np


def record(*fields: tuple[str, type]) -> np.dtype:
    """The layout of a structure; np.record, so that its fields are attributes without the compiler as well."""
    return np.dtype((np.record, np.dtype(list(fields), align=True)))
