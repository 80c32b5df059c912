"""The quantile of Student's t, so that what follows from it is the same everywhere."""

from functools import lru_cache

from scipy.special import stdtrit


@lru_cache(maxsize=4096)
def t_quantile(freedom: float, probability: float) -> float:
    """Where the law with so many degrees of freedom has *probability* below it, to 12 digits.

    More would depend on the processor, and how many replications a study gets, or whether a queue settles, follows
    from this.
    """
    return float(f"{stdtrit(freedom, probability):.12g}")
