"""Finds a policy in a file, or in an installed package that offers it. Its code is run as the program that it is."""

import hashlib
import sys
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from inspect import getsource, getsourcefile
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from engine.parallel_jobs.python_policies.refusals import PolicyError, asked, name_of
from engine.policy import Policy

GROUP = "corral.policies"
"""The entry points by which packages offer policies."""

MOST_BYTES = 1_000_000


class Source(NamedTuple):
    """Where a policy comes from: a file and its SHA-256, the class, and the entry point that named it, if one did.

    One that `is_given` is a class of this process, by whatever text of it there is: its file is not run again.
    """

    file: str
    sha256: str
    class_name: str
    entry_point: str = ""
    is_given: bool = False

    @property
    def name(self) -> str:
        """What the policy is called in results."""
        return name_of(load(self))


def offered() -> dict[str, EntryPoint]:
    """The policies that installed packages offer, by name; nothing of them is imported."""
    return {point.name: point for point in entry_points(group=GROUP)}


_given: dict[Source, type[Policy]] = {}
"""Classes of this process; another one knows them if it is forked from here."""


def source_of(asked_for: str | Path | type[Policy]) -> Source:
    """What a class, FILE, FILE:Class or the name of an offered policy means; `PolicyError` says why it is none."""
    if not isinstance(asked_for, str | Path):
        return _of_class(asked_for)
    text, points = str(asked_for), offered()
    if text in points:
        return _of_entry_point(points[text])
    file, class_name = _parts(text)
    path = Path(file)
    if not path.is_file():
        others = f"; packages offer {', '.join(points)}" if points else ""
        raise PolicyError(f'there is no policy "{text}": it is no file, and no package offers one of that name{others}')
    digest = _digest(path)
    classes = _policies_in(_module(str(path), digest))
    if class_name:
        if class_name not in classes:
            raise PolicyError(f'{path.name} has no policy "{class_name}"; it has {_list(classes)}')
        return Source(str(path), digest, class_name)
    if len(classes) != 1:
        raise PolicyError(f"{path.name} has {_list(classes)}; FILE:Class says which policy is meant")
    return Source(str(path), digest, next(iter(classes)))


def _of_class(kind: object) -> Source:
    if not (isinstance(kind, type) and issubclass(kind, Policy)):
        made = ", one that is made already: give its class" if isinstance(kind, Policy) else ""
        what = f'this is "{type(kind).__name__}"{made}'
        raise PolicyError(f"a policy is a class derived from corral.policy.Policy, or a file with one; {what}")
    try:
        file, text = getsourcefile(kind) or "", getsource(kind)
    except (OSError, TypeError):  # typed where nobody keeps it
        file, text = "", f"{kind.__module__}.{kind.__qualname__}"
    source = Source(file or "typed in", hashlib.sha256(text.encode()).hexdigest(), kind.__name__, is_given=True)
    _given[source] = kind
    load.cache_clear()  # of two classes of one text the later one counts
    return source


def _list(classes: dict[str, type[Policy]]) -> str:
    return ", ".join(classes) or "no class that is derived from corral.policy.Policy"


def _parts(text: str) -> tuple[str, str]:
    file, _, class_name = text.rpartition(":")
    return (file, class_name) if file and class_name.isidentifier() and not Path(text).exists() else (text, "")


@cache
def load(source: Source) -> type[Policy]:
    """The class; also in another process, where the file has to be what it was."""
    if source.is_given:
        return _given[source]
    if source.entry_point:
        again = _of_entry_point(offered()[source.entry_point])
        found = asked(Policy, 0.0, offered()[source.entry_point].load)
    else:
        again = source._replace(sha256=_digest(Path(source.file)))
        found = _policies_in(_module(source.file, again.sha256))[source.class_name]
    if again.sha256 != source.sha256:
        raise PolicyError(f"{Path(source.file).name} has changed since this run began; run it again")
    kind: type[Policy] = found
    return kind


def _of_entry_point(point: EntryPoint) -> Source:
    kind = asked(Policy, 0.0, point.load)
    if not (isinstance(kind, type) and issubclass(kind, Policy)):
        raise PolicyError(f'"{point.name}" ({point.value}) is no class derived from corral.policy.Policy')
    file = sys.modules[kind.__module__].__file__
    assert file is not None
    return Source(file, _digest(Path(file)), kind.__name__, point.name)


def _digest(path: Path) -> str:
    if path.stat().st_size > MOST_BYTES:
        raise PolicyError(f"{path.name} has {path.stat().st_size:,} bytes; at most {MOST_BYTES:,} are read")
    return hashlib.sha256(path.read_bytes()).hexdigest()


@cache
def _module(file: str, digest: str) -> ModuleType:
    name = f"corral_policy_{digest[:16]}"
    spec = spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise PolicyError(f"{Path(file).name} is no Python file; its name has to end with .py")
    module = module_from_spec(spec)
    sys.modules[name] = module  # as dataclasses and the like expect
    asked(Policy, 0.0, lambda: spec.loader.exec_module(module) if spec.loader else None)
    return module


def _policies_in(module: ModuleType) -> dict[str, type[Policy]]:
    """The policies that are written there, not those that are imported."""
    return {
        name: kind
        for name, kind in vars(module).items()
        if isinstance(kind, type) and issubclass(kind, Policy) and kind.__module__ == module.__name__
    }
