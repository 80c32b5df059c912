"""What owners of nodes leave to the jobs (rule 23). Called by the reference and by the kernel alike."""

import numpy as np

from engine.compiled.compilation import compiled


@compiled
def beside_owners(computation: int, load: float) -> int:
    """What a computation takes on a node of which its owner takes the share *load*, to the nearest whole ns.

    Parameters
    ----------
    computation : ns, alone
    load : from 0, which leaves *computation* as it is, to below 1
    """
    if load == 0.0:
        return computation
    return int(computation / (1.0 - load) + 0.5)


def load_of_each(load: float, loaded: int, nodes: int, first: int = 0) -> np.ndarray:
    """Float (nodes,), of a partition that begins with node *first*, if the first *loaded* nodes of all have *load*."""
    return np.where(np.arange(first, first + nodes) < loaded, load, 0.0)
