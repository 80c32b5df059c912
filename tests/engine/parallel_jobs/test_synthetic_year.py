"""What the notes of the example of a year say is so in the numbers that are stored."""

import numpy as np

from engine.parallel_jobs.analyses.for_whom import for_whom
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.study.ahead import result_ahead

OF = EXAMPLES["synthetic-year"]
MIDDLE = 1


def test_the_notes_tell_what_is_stored() -> None:
    found = result_ahead(OF)
    assert found is not None
    slowdown = {name: found.estimate(MIDDLE, name, "bounded_slowdown").mean for name in OF.policies}
    assert {name: round(value) for name, value in slowdown.items()} == {
        **{"EASY": 34, "EASY-SJF": 18},
        **{"SAF": 9, "Multifactor": 10},
    }
    waits = {name: round(found.estimate(MIDDLE, name, "wait_time").mean / 3600, 1) for name in OF.policies}
    assert waits == {"EASY": 3.7, "EASY-SJF": 3.7, "SAF": 5.4, "Multifactor": 3.7}
    for told in ("34 under EASY", "18 if", "9 where", "10 by", "3.7 h", "5.4 h"):
        assert told in OF.notes


def test_it_is_a_year_with_users_and_weekends() -> None:
    one = OF.at(OF.points()[MIDDLE])
    jobs = draw_jobs(one, 0)
    arrival = np.cumsum(jobs.gap)
    assert 350 < arrival[-1] / 86_400 < 380
    assert 300 < len(np.unique(jobs.user)) < 360
    day = np.bincount((arrival // 86_400 % 7).astype(int))
    assert day[5:].mean() < 0.5 * day[:5].mean()
    easy = for_whom(one)["policies"]["EASY"]
    assert easy["known_users"] > 250
