"""Named scenarios that are read and validated one by one: most commands look at one of them, or at none."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, TypeVar

from engine.inputs.scenario import Scenario

Known = TypeVar("Known", bound=Scenario)


class Examples(Mapping[str, Known]):
    """Scenarios by name; each is made by its entry in *made* when somebody asks for it first, and then kept."""

    def __init__(self, made: Mapping[str, Callable[[], Known]], words: Mapping[str, tuple[str, str]]) -> None:
        self._made = made
        self.words = words
        """Title and notes of each by name, as written: a list of them all reads and validates none."""
        self._kept: dict[str, Known] = {}

    def __getitem__(self, name: str) -> Known:
        """The example called *name*."""
        if name not in self._kept:
            self._kept[name] = self._made[name]()
        return self._kept[name]

    def __contains__(self, name: object) -> bool:
        """Whether there is one of that name, without reading it."""
        return name in self._made

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


def written_as(model: type[Known], trees: Mapping[str, Any]) -> Examples[Known]:
    """The examples of one family, from the JSON of each."""
    words = {name: (tree["title"], tree["notes"]) for name, tree in trees.items()}
    return Examples({name: partial(model.read, tree) for name, tree in trees.items()}, words)
