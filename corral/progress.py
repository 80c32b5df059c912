"""How far a study is: a bar in a terminal and in a notebook, nothing where nobody looks."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

Progress = Callable[[int, int], None]
"""(cells done, all cells as far as is known); all of them grow from round to round, if a precision is asked for."""


@contextmanager
def bar(is_wanted: bool, cells: int) -> Iterator[Progress]:
    """What tells how many of the *cells* are done."""
    notebook = _notebook()
    if not is_wanted or (notebook is None and not sys.stderr.isatty()):
        yield lambda _done, _cells: None
    elif notebook is not None:
        shown = notebook(_html(0, cells), raw=True, display_id=True)
        yield lambda done, known: shown.update(_html(done, known), raw=True)
    else:
        import click

        with click.progressbar(length=cells, label="cells", file=sys.stderr) as drawn:

            def show(done: int, known: int) -> None:
                drawn.length = known
                drawn.update(done - drawn.pos)

            yield show


def said(sentence: str) -> None:
    """Print a *sentence* for the user who waits."""
    print(sentence, file=sys.stderr)


def silent(_sentence: str) -> None:
    """Print nothing."""


def _html(done: int, cells: int) -> dict[str, str]:
    words = f"{done:,} of {cells:,} cells"
    return {"text/html": f'<progress value="{done}" max="{cells}"></progress> {words}', "text/plain": words}


def _notebook() -> Any:
    """What shows something in the notebook that this runs in; None elsewhere. IPython is not imported for it."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if type(shell).__name__ != "ZMQInteractiveShell":
        return None
    from IPython.display import display

    return display
