"""Names of the parts of a scenario, by which metrics, pictures and tables tell them apart."""

from collections.abc import Sequence

LONGEST = 40
"""Characters of a name."""


def apart(names: Sequence[str]) -> list[str]:
    """The *names*, of which the second "job" becomes "job 2", and so on.

    The first of those called alike keeps its name, and no new name is one that another has.
    """
    found: list[str] = []
    taken = set(names)
    for number, name in enumerate(names):
        new, count = name, 1
        while (new in taken) if count > 1 else (name in names[:number]):
            count += 1
            new = f"{name[: LONGEST - 2]} {count}"
        taken.add(new)
        found.append(new)
    return found
