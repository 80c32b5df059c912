"""An address that says a thing twice: what it says first counts, as in the browser."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from dash.development.base_component import Component


def read_once(layout: Callable[..., Component]) -> Callable[..., Component]:
    """The same *layout*, which is never handed a list: Dash makes one of "?s=A&s=B".

    Browsers read the first of both (`URLSearchParams.get`), so page and scripts are told the same.
    """

    @wraps(layout)
    def of_address(**asked: Any) -> Component:
        return layout(**{name: said[0] if isinstance(said, list) else said for name, said in asked.items()})

    return of_address
