"""What a process has seen of studies, so that a look at one reads only the cells that are new since the last."""

from collections import OrderedDict
from threading import Lock
from typing import Any

import numpy as np

from engine.inputs.scenario import Scenario
from engine.results.result import Result
from engine.study.cells import StudyPlan
from workers.broker.store import Store

MOST = 64_000_000
"""Bytes of tables that are kept; those that nobody has looked at for longest go first."""

BATCH = 2_000
"""Cells that are read at once."""


class Looks:
    """Looks at the studies of one broker; safe to share between threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._seen: OrderedDict[str, _Seen] = OrderedDict()
        self._lock = Lock()

    def result(self, scenario: Scenario) -> Result | None:
        """What the study of *scenario* has found so far, or None if nothing; the same object if nothing is new."""
        return self._look(scenario).result(scenario)

    def errors(self, scenario: Scenario) -> dict[int, str]:
        """Why cells of the study failed, by index."""
        return dict(self._look(scenario).errors)

    def _look(self, scenario: Scenario) -> "_Seen":
        study = scenario.content_hash()
        with self._lock:
            seen = self._seen.pop(study, None) or _Seen(StudyPlan(scenario))
            self._seen[study] = seen
        with seen.lock:  # of two that look at once, one reads
            seen.look(self._store, study)
        with self._lock:
            while len(self._seen) > 1 and sum(one.size for one in self._seen.values()) > MOST:
                self._seen.popitem(last=False)
        return seen


class _Seen:
    """What has been seen of one study. A computed cell stays what it is; one that failed may be tried again."""

    def __init__(self, plan: StudyPlan) -> None:
        self.lock = Lock()
        self.errors: dict[int, str] = {}
        self._plan = plan
        self._extent: tuple[int, int] | None = None
        self._computed: set[int] = set()
        self._cells: dict[int, dict[str, Any]] = {}  # of a study whose points come one after the other
        self._result: Result | None = None

    @property
    def size(self) -> int:
        """Bytes, about."""
        return 0 if self._result is None else self._result.table.nbytes

    def look(self, store: Store, study: str) -> None:
        """Read what is new."""
        extent = store.extent(study)
        if extent == self._extent:
            return
        present = store.present(study)
        if self._extent is None or extent[0] != self._extent[0]:
            self.errors = {}
        if not self._computed <= present:  # the broker has lost the study since
            self._computed, self._cells, self._result = set(), {}, None
        found = store.some_cells(study, sorted(present - self._computed - self.errors.keys()), BATCH)
        errors = self.errors | {index: cell["error"] for index, cell in found.items() if "error" in cell}
        # Replaced and not changed: somebody may be reading them.
        self._result = self._searched(found, errors) or self._joined(self._plan.combine(found), errors)
        self.errors = errors
        self._computed |= found.keys() - errors.keys()
        self._extent = extent

    def _searched(self, found: dict[int, dict[str, Any]], errors: dict[int, Any]) -> Result | None:
        """Of a study that finds its points all that was seen, put together anew: it has few cells."""
        if not self._plan.scenario.study.finds_points:
            return None
        self._cells |= {index: cell for index, cell in found.items() if "error" not in cell}
        return self._plan.combine(self._cells | {index: {"error": reason} for index, reason in errors.items()})

    def _joined(self, new: Result, errors: dict[int, Any]) -> Result:
        """What was seen before, and what is *new*."""
        failed = frozenset(self._plan.cell(index).point for index in errors)
        if self._result is None:
            return Result(new.scenario, new.names, new.table, new.limits, failed, new.done)
        old, length = self._result, max(self._result.table.shape[2], new.table.shape[2])
        table = np.full((*new.table.shape[:2], length, new.table.shape[3]), np.nan)
        done = np.zeros(table.shape[:-1], dtype=bool)
        for part in (old, new):
            there = np.nonzero(part.done)
            table[there], done[there] = part.table[there], True
        return Result(new.scenario, new.names, table, new.limits, failed, done)

    def result(self, scenario: Scenario) -> Result | None:
        """As a result of *scenario*, which may have another title."""
        found = self._result
        if found is None or not (found.done.any() or found.failed):
            return None
        same = (found.scenario.title, found.scenario.notes) == (scenario.title, scenario.notes)
        if scenario.study.finds_points:
            scenario = scenario.tested_at(found.scenario.tested)
        return found if same else Result(scenario, found.names, found.table, found.limits, found.failed, found.done)
