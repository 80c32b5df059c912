"""What the jobs of a log may do: mixes of job types to choose from, since no log says it."""

from typing import Any, NamedTuple


class Mix(NamedTuple):
    """Job types that are drawn with equal weights.

    Attributes
    ----------
    words : what it is called on the page
    types : {name: shares of computation, I/O and communication in an iteration, %}
    """

    words: str
    types: dict[str, tuple[float, float, float]]

    @property
    def job_types(self) -> list[dict[str, Any]]:
        """As the workload of a scenario has them."""
        names = ("computation", "io", "communication")
        return [{"name": name} | dict(zip(names, shares, strict=True)) for name, shares in self.types.items()]


_COMPUTING = {"computing": (90.0, 0.0, 10.0)}
_IO = {"reading and writing": (50.0, 40.0, 10.0)}
_COMMUNICATING = {"communicating": (55.0, 5.0, 40.0)}

MIXES = {
    "mixed": Mix("a third each compute, read and write, communicate", _COMPUTING | _IO | _COMMUNICATING),
    "computing": Mix("all compute", _COMPUTING),
    "io": Mix("all read and write", _IO),
    "communicating": Mix("all communicate", _COMMUNICATING),
}
"""By name; the shares are round numbers, of nobody's jobs."""


def told(job_types: list[dict[str, Any]]) -> str:
    """The types in a sentence."""
    drawn = [kind for kind in job_types if kind.get("weight", 1.0)]
    weights = sum(kind.get("weight", 1.0) for kind in drawn)
    each = [f"{_share(kind.get('weight', 1.0) / weights)} {_what(kind)}" for kind in drawn]
    return f"Of the jobs, {'; '.join(each)}." if each else ""


def _share(share: float) -> str:
    return "all" if share == 1 else f"{100 * share:.2g} %"


def _what(kind: dict[str, Any]) -> str:
    return (
        f"compute for {kind['computation']:g} %, do I/O for {kind['io']:g} % and communicate for "
        f"{kind['communication']:g} % of their time ({kind['name']})"
    )
