"""Kernels that a study needs: which of them are still to be compiled on this machine, and how long that takes."""

import json
from collections.abc import Callable
from contextlib import suppress
from statistics import median
from time import process_time

from engine.compiled.compiling import UncompiledError, from_cache_only
from engine.compiled.kernel_folder import kernel_folder
from engine.contract.runs import Kernel
from engine.inputs.scenario import Scenario
from engine.study.cells import StudyPlan
from engine.study.registry import FAMILIES, kernels

LOOKED_AT = 50
"""Points of a study; which kernels they need depends on few fields."""

TIMES = "seconds.json"
"""The processor time that kernels have taken on this machine, by name: in the folder where they are."""


_loaded: set[str] = set()


def is_loaded(kernel: Kernel) -> bool:
    """Load a *kernel* if it was compiled before; whether it was."""
    if kernel.name in _loaded:
        return True
    try:
        with from_cache_only():
            kernel.load()
    except UncompiledError:
        return False
    _loaded.add(kernel.name)
    return True


def needed_by(scenario: Scenario) -> list[Kernel]:
    """The kernels that the study of a *scenario* needs; of many points, some are looked at."""
    points = StudyPlan(scenario).at_some_points
    some = points[:: max(1, len(points) // LOOKED_AT)]
    return [kernel for kernel in FAMILIES[scenario.family].runs.kernels if any(map(kernel.serves, some))]


def load_for(scenario: Scenario, tell: Callable[[str], None]) -> None:
    """Load what the study of a *scenario* needs; *tell* a sentence before something is compiled."""
    missing = [kernel for kernel in needed_by(scenario) if not is_loaded(kernel)]
    for number, kernel in enumerate(missing):
        left = missing[number:]
        tell(compiling_words([one.name for one in left], sum(map(seconds_of, left))))
        load_timed(kernel)


def load_timed(kernel: Kernel) -> None:
    """Compile a *kernel*, and note how long that took: processor time, since the machine may have been busy."""
    began = process_time()
    kernel.load()
    _loaded.add(kernel.name)
    noted = _noted() | {kernel.name: round(process_time() - began, 1)}
    with suppress(OSError):
        (kernel_folder() / TIMES).write_text(json.dumps(noted))


def seconds_of(kernel: Kernel) -> float:
    """Processor time that compiling a *kernel* is expected to take here, s: what it took before, or as others did."""
    noted = _noted()
    if kernel.name in noted:
        return noted[kernel.name]
    told = {one.name: one.seconds for one in kernels()}
    return kernel.seconds * median([noted[name] / told[name] for name in noted if told.get(name)] or [1.0])


def compiling_words(names: list[str], seconds: float) -> str:
    """A sentence for a user who waits: the *names* of the kernels, and the *seconds* until they are compiled."""
    models = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    rounded = max(5, 5 * round(seconds / 5))
    return f"Compiling the model{'s' * (len(names) > 1)} for {models} on this computer, once: about {rounded} s."


def _noted() -> dict[str, float]:
    with suppress(OSError, ValueError):
        found = json.loads((kernel_folder() / TIMES).read_text())
        if isinstance(found, dict):
            return {str(name): float(one) for name, one in found.items() if isinstance(one, int | float) and one > 0}
    return {}
