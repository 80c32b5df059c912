"""Corral in Python: the studies of the page for scripts and notebooks, with the same numbers to the last bit.

A study is an example, a file, a link or the log of a machine, changed step by step; it stays as it is, and every change
is a new one. What it has found are data frames, the figures of the page, sentences and a link back to it:

    >>> import corral
    >>> study = corral.example("schnor-system-1").policies("SED", "SED-NU").replications(4)
    >>> result = study.vary("rate_per_1000_s", [0.5, 1.0]).run(processes=1)
    >>> result.mean("response_time").round(0)
    policy                                SED  SED-NU
    workload.arrivals.rate_per_1000_s
    0.5                                1004.0  1199.0
    1.0                                1258.0  1559.0
    >>> print(result.compare("SED", "SED-NU"))
    SED has the shortest mean response time everywhere: 16 to 19 % below SED-NU.

`corral.connect("http://127.0.0.1:8050").run(study)` has the workers of a server compute the same. All times are in
seconds, and every name is that of the page, of the command line and of the files.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from corral.connection import Connection, ServerError, connect
    from corral.result import Result
    from corral.study import Study, example, examples, load, open_link, replay
    from engine.inputs.rejection import ScenarioError

__all__ = [
    "Connection",
    "Result",
    "ScenarioError",
    "ServerError",
    "Study",
    "connect",
    "example",
    "examples",
    "load",
    "open_link",
    "replay",
]

STANDS_IN = {
    **dict.fromkeys(("Connection", "ServerError", "connect"), "connection"),
    "Result": "result",
    **dict.fromkeys(("Study", "ScenarioError", "example", "examples", "load", "open_link", "replay"), "study"),
}
"""Which module has a name. They are imported when somebody asks: where Corral is installed the command line and the
workers stand below this package, and import it without wanting any of this."""


def __getattr__(name: str) -> Any:
    """A name of the list above, or the version."""
    if name == "__version__":
        return import_module(f"{__name__}.study").ENGINE_VERSION
    if name not in STANDS_IN:
        raise AttributeError(f"corral has no {name}; it has {', '.join(__all__)}")
    globals()[name] = getattr(import_module(f"{__name__}.{STANDS_IN[name]}"), name)
    return globals()[name]


def __dir__() -> list[str]:
    return [*globals(), *__all__]
