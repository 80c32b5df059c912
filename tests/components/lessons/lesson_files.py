"""A small lesson for tests, one for each kind of prediction, and results that were made up."""

from pathlib import Path

import numpy as np

from components.lessons.lesson import Lesson
from components.lessons.reading import read_lesson
from engine.results.result import DRIFT_METRICS, Result
from engine.study.budget import limits
from engine.study.cells import StudyPlan

PREDICTIONS = {
    "number": """
  kind: number
  question: How many percent longer do jobs take with SED-NU at 1 job per 1000 s?
  unit: "%"
  low: 0
  high: 200
  measured: {metric: response_time, policy: SED-NU, at: 1.0, how: percent, against: {policy: SED}}
""",
    "ordering": """
  kind: ordering
  question: Put them in order, the shortest first.
  unit: s
  entries:
    - {label: busy, measured: {metric: response_time, policy: SED, at: 1.5}}
    - {label: idle, measured: {metric: response_time, policy: SED, at: 0.5}}
    - {label: middle, measured: {metric: response_time, policy: SED, at: 1.0}}
""",
    "curve": """
  kind: curve
  question: Sketch the mean response time.
  unit: s
  low: 0
  high: 500
  measured: {metric: response_time, policy: SED}
""",
}

FILE = """---
title: A lesson of {kind}
topic: Tests
order: 1
minutes: 5
aim: You can test.
source: Nobody 2000
scenarios:
  start:
    title: A small study
    example: schnor-system-1
    set:
      study.vary.values: [0.5, 1.0, 1.5]
      study.replications: 3
      policies: [SED, SED-NU]
      workload.jobs: 300
      study.seed: {seed}
  other:
    title: The same with eight fast machines
    example: schnor-system-1
    set:
      study.vary.values: [0.5, 1.0, 1.5]
      study.replications: 3
      policies: [SED, SED-NU]
      workload.jobs: 300
      study.seed: {seed}
      cluster.groups.0.count: 8
unlocked: [policies, study.vary]
prediction:{prediction}
questions:
  - kind: number
    question: A fast machine takes 100 s. How long does each of four that share it take?
    unit: s
    answer: 400
    tolerance: 1
    why: Each gets a quarter.
  - kind: choice
    question: Which one is faster?
    choices:
      - {{text: The slow one, why: It is slow.}}
      - {{text: The fast one, right: true, why: It is fast.}}
---

## Background

A background with $x^2$.

## Run

Press Run.

## Explanation

It is so.
"""

RATIOS = {"SED": (1.0, 1.0, 1.0), "SED-NU": (1.2, 1.5, 0.9)}
"""Of each policy to SED at the three points."""

TIMES = ((98.0, 100.0, 102.0), (198.0, 200.0, 202.0), (390.0, 400.0, 410.0))
"""Of SED at the three points, in three replications, s."""


def write_lesson(folder: Path, kind: str, change: tuple[str, str] = ("", "")) -> Path:
    """Write the lesson with this kind of prediction into *folder*, one text of it replaced by another.

    Each kind has a seed of its own, so that none finds another one's results.
    """
    path = folder / f"test-{kind}.md"
    path.write_text(FILE.format(kind=kind, prediction=PREDICTIONS[kind], seed=sum(map(ord, kind))).replace(*change))
    return path


def lesson_of(folder: Path, kind: str) -> Lesson:
    """The lesson with this kind of prediction."""
    return read_lesson(write_lesson(folder, kind))


def made_up(lesson: Lesson, scenario: str = "start") -> Result:
    """A complete result of one of its scenarios in which everything settles."""
    plan = StudyPlan(lesson.scenarios[scenario])
    names = plan.metric_names()
    table = np.ones((3, 2, 3, len(names)))
    for number, ratios in enumerate(RATIOS.values()):
        times = np.array(TIMES) * np.array(ratios)[:, None]
        table[:, number, :, names.index("response_time")] = times
    assert set(DRIFT_METRICS) <= set(names)
    return Result(plan.scenario, names, table, limits)
