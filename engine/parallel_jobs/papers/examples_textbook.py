"""Examples as textbooks draw them: a few jobs, listed by hand, and what to see in their schedules.

What the notes say is held against the numbers in `tests/engine/parallel_jobs/test_textbook.py`.
"""

from typing import Any

Row = tuple[float, float, int]
"""Arrival and run time, s; machines."""


def _example(
    title: str, notes: str, groups: list[tuple[str, int, float]], jobs: list[dict[str, Any]], policies: list[str]
) -> dict[str, Any]:
    return {
        "title": title,
        "notes": notes,
        "family": "parallel-jobs",
        "cluster": {"groups": [{"name": name, "count": count, "speed_factor": alpha} for name, count, alpha in groups]},
        "workload": {"arrivals": {"process": "listed", "jobs": jobs}},
        "policies": policies,
        "study": {"replications": 1},
    }


def _jobs(*rows: Row, **more: Any) -> list[dict[str, Any]]:
    return [{"arrival": arrival, "run": run, "machines": machines, **more} for arrival, run, machines in rows]


def _machines(count: int) -> list[tuple[str, int, float]]:
    return [("machine", count, 1)]


TEXTBOOK: dict[str, dict[str, Any]] = {
    "convoy": _example(
        "Convoy: short jobs behind a wide one",
        "What to see: job 2 wants all 8 machines and waits for job 1; under FCFS six short jobs wait behind it "
        "although 2 machines are idle, 17.75 s in the mean of all. First Fit and EASY let them pass, 3.625 s, and "
        "job 2 starts at 20 s all the same.",
        _machines(8),
        _jobs((0, 20, 6), (1, 5, 8), (2, 3, 1), (3, 3, 1), (4, 3, 2), (5, 4, 1), (6, 3, 1), (7, 2, 2)),
        ["FCFS", "FF", "EASY"],
    ),
    "backfilling-helps": _example(
        "Backfilling that helps",
        "What to see: EASY starts job 3 at 2 s, in the hole beside job 1, and job 2 is not a second later for it. "
        "First Fit lets job 4 in as well, at 9 s, and job 2, which was to start at 10 s, waits until 18 s.",
        _machines(4),
        _jobs((0, 10, 3), (1, 5, 4), (2, 7, 1), (3, 9, 1)),
        ["FCFS", "EASY", "Conservative", "FF"],
    ),
    "backfilling-hurts": _example(
        "Backfilling that hurts",
        "What to see: EASY promises a start to the first in the queue alone, and lets the long job 6 in at 5 s; jobs "
        "3 to 5 need 9 machines each and wait until it is done, and the mean wait is 20.5 s where FCFS has 18.5 s. "
        "Conservative backfilling promises everybody a start, and leaves job 6 where it was.",
        _machines(10),
        _jobs((0, 10, 6), (1, 10, 8), (2, 6, 9), (3, 6, 9), (4, 6, 9), (5, 30, 2)),
        ["FCFS", "EASY", "Conservative"],
    ),
    "equal-shares": _example(
        "Equal shares, or one after the other",
        "What to see: one after the other, four shorter jobs wait for the long one, and the mean response is 47.4 s; "
        "with equal shares of the machines (UFF) nobody waits and it is 24.4 s. Job 1 pays: it ends at 58 s and not "
        "at 40 s.",
        _machines(8),
        [
            {**job, "kind": "malleable", "smallest": 1, "largest": 8}
            for job in _jobs((0, 40, 8), (2, 10, 8), (4, 3, 8), (6, 2, 4), (8, 4, 8))
        ],
        ["FCFS", "UFF"],
    ),
    "upgrade-pays": _example(
        "An upgrade that pays",
        "What to see: job 1 needs the slow machines as well, and so uses the fast ones for a quarter of the time; "
        "job 2 shares them at half speed. When job 1 leaves at 16 s, SED lets job 2 have them alone and it ends at "
        "28.5 s; without upgrading (SED-NU) it keeps half speed until 41 s, and had better waited, as under FCFS, "
        "until 36 s.",
        [("fast", 4, 1), ("slow", 4, 4)],
        _jobs((0, 4, 8), (1, 20, 4)),
        ["SED", "SED-NU", "FCFS"],
    ),
    "longest-first": _example(
        "Longest first, or as they come",
        "What to see: seven jobs are there at once, three machines take the next one on the list, and the longest "
        "comes last: it starts at 5 s and all is done at 11 s. Move its line to the top of the list of jobs (longest "
        "processing time first): all is done at 9 s, while the mean wait grows from 1.71 s to 2 s.",
        _machines(3),
        _jobs((0, 2, 1), (0, 2, 1), (0, 3, 1), (0, 3, 1), (0, 4, 1), (0, 4, 1), (0, 6, 1)),
        ["FCFS"],
    ),
    # Found by `break SCENARIO A B`, with so many jobs at most: who is broken stands second, as in every such example.
    "easy-broken": _example(
        "EASY broken by First-Come-First-Served, on four jobs",
        "What to see: jobs 1 and 4 say 20 s and take 1 s. EASY reckons that job 2, which wants both machines, cannot "
        "start before 20 s, and lets the long job 3 pass it. One second later nobody but job 3 is in the way, for 19 s "
        "more: a mean response of 16 s where FCFS has 7 s. Found by a search; there may be worse.",
        _machines(2),
        [
            *_jobs((0, 1, 1), estimate=20),
            *_jobs((0, 1, 2), (0, 20, 1)),
            *_jobs((0, 1, 1), estimate=20),
        ],
        ["FCFS", "EASY"],
    ),
    "migration-broken": _example(
        "SED broken by SED without migration, on three jobs",
        "What to see: job 2 has a second left on the slow machines when job 1 leaves the fast ones. SED moves it "
        "there, which takes 61 s, and job 3 waits until it is done: a mean response of 41 s where SED-NM, which leaves "
        "it where it is, has 1.7 s. Found by a search; there may be worse. Switch on that a migration has to pay.",
        [("fast", 4, 1), ("slow", 4, 2)],
        _jobs((0, 1, 1), (0, 1, 4), (5, 1, 5)),
        ["SED-NM", "SED"],
    ),
    "longest-first-broken": _example(
        "Longest first broken by another order, on five tasks",
        "What to see: LJF is Largest Processing Time First where all tasks are there at once. It hands out both tasks "
        "of 15 s first and is done at 35 s; in the order of the list two machines are done at 30 s. 7/6 is 4/3 - "
        "1/(3m) for m = 2 machines: no list is worse for it (Graham 1969). Found by a search.",
        _machines(2),
        _jobs((0, 10, 1), (0, 15, 1), (0, 10, 1), (0, 15, 1), (0, 10, 1)),
        ["FCFS", "LJF"],
    ),
    "lazy-broken": _example(
        "Lazy Profit broken by Simple Profit, on four jobs",
        "What to see: job 2 finds the machine taken. Lazy takes it all the same, for 1 s, and it runs for 20 s; "
        "jobs 3 and 4, worth 10 $ each, come meanwhile and are refused: 1 $ of the 22 $ on offer. Simple refuses "
        "job 2 at once, and the machine is free when the others come: 20 $. A loss of 86 % of what is on offer, by "
        "which profit is compared, since it can be nothing. Found by a search; there may be worse.",
        _machines(1),
        [
            {"arrival": arrival, "run": run, "machines": 1, "deadline": deadline, "profit": profit}
            for arrival, run, deadline, profit in ((0, 1, 1, 1), (0, 20, 70, 1), (1, 1, 10, 10), (20, 1, 50, 10))
        ],
        ["Simple", "Lazy"],
    ),
    "any-order-broken": _example(
        "An order of tasks broken by the longest first, on six tasks",
        "What to see: in the order of the list the longest task begins last, and four machines are done at 25 s; with "
        "the longest first (LJF, Largest Processing Time First) at 15 s. 5/3 is below 2 - 1/m, which is 7/4 for m = 4 "
        "machines and holds for every order (Graham 1969). Found by a search; there may be worse.",
        _machines(4),
        _jobs((0, 5, 1), (0, 10, 1), (0, 10, 1), (0, 10, 1), (0, 5, 1), (0, 15, 1)),
        ["LJF", "FCFS"],
    ),
}
"""JSON trees by example name."""
