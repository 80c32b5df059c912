"""Where one policy is worst against another: a small list of jobs, or the matrix of everyone against everyone."""

from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

from corral.link import Link, link_to
from engine.breaking import measure_of
from engine.inputs.breaking import SMALLEST
from engine.inputs.rejection import Reason, ScenarioError
from engine.inputs.scenario import Scenario
from engine.study.registry import read_scenario

if TYPE_CHECKING:
    import pandas as pd


TOLD = ("arrival", "machines", "tasks", "run", "estimate", "job_type", "deadline", "profit")
"""What is told of a job, if it is so for any."""


def check_is_a_study(scenario: Scenario) -> None:
    """`ScenarioError` if what is asked for is the smallest example: jobs, and no result that has cells."""
    if (question := scenario.study.breaking) is not None and question.search == SMALLEST:
        call = f"break_policy({question.policy!r}, {question.against!r}, {question.metric!r})"
        sentence = f"this asks for the smallest example, a list of jobs and no study of cells; call {call} instead"
        raise ScenarioError([Reason("study.breaking", sentence)])


class Broken(str):
    """The sentences; `ratio` is on the example, `jobs` and `path` are data frames, `tree` is all that was found."""

    tree: dict[str, Any]

    @property
    def ratio(self) -> float:
        """The metric under the policy over that under the other one; of profit, the part of all that it lost."""
        return float(self.tree["ratio"])

    @property
    def scenario(self) -> Scenario:
        """The example, with both policies; `Study(scenario)` runs it."""
        return read_scenario(self.tree["scenario"])

    @cached_property
    def jobs(self) -> "pd.DataFrame":
        """A row for each job: arrival, machines or tasks, run time, estimate, and what else there is (type, deadline,
        profit), and when it starts and ends under both; times in s."""
        import pandas as pd

        found = pd.DataFrame(self.tree["scenario"]["workload"]["arrivals"]["jobs"])
        found = found[[name for name in TOLD if (name in found and found[name].notna().any()) or name == "estimate"]]
        if "deadline" not in found:  # nobody asks what they are worth
            found = found.drop(columns="profit", errors="ignore")
        found["estimate"] = found["estimate"].astype(float).fillna(found["run"])
        for one in self.tree["schedules"]:
            for end in ("start", "end"):
                found[f"{end} ({one['policy']})"] = one[end]
        return found

    @cached_property
    def path(self) -> "pd.DataFrame":
        """A row for each improvement of the search, and for each step in which its best list was shrunk."""
        import pandas as pd

        steps = [{"what": f"step {one['step']}", **one} for one in self.tree["path"]]
        steps += [{"what": one["words"], **one} for one in self.tree["shrunk"]]
        return pd.DataFrame(steps)[["what", "ratio", "jobs"]]

    def link(self, host: str | None = None) -> Link:
        """An address that opens the example on the board; *host* such as "https://corral.example.org"."""
        return link_to(self.scenario, host)

    def _repr_html_(self) -> str:
        return f"<p>{escape(self)} {self.link()._repr_html_()}</p>{self.jobs.to_html(index=False)}"


class BrokenMatrix:
    """Everyone against everyone: `ratios` is a data frame, policies in rows against those in columns.

    All are lower bounds of the truth; 1, or of profit 0, is where no list was found on which the policy is worse.
    """

    def __init__(self, tree: dict[str, Any]) -> None:
        self.tree = tree

    def of(self, policy: str, against: str) -> Broken:
        """The example of one cell; `KeyError` if there is no such one."""
        pairs = {(one["policy"], one["against"]): one for one in self.tree["pairs"]}
        return broken_of(pairs[policy, against])

    @cached_property
    def ratios(self) -> "pd.DataFrame":
        """The worst ratios found; NaN where a policy meets itself."""
        import pandas as pd

        policies = self.tree["policies"]
        found = pd.DataFrame(float("nan"), index=pd.Index(policies, name="policy"), columns=policies)
        for one in self.tree["pairs"]:
            nothing = measure_of(one["metric"]).nothing
            found.loc[one["policy"], one["against"]] = one["ratio"] if one["is_worse"] else nothing
        return found

    def __repr__(self) -> str:
        from components.words.searches.broken import matrix_caption

        return f"{matrix_caption(self.tree['metric'])}\n{self.ratios.round(2)}"

    def _repr_html_(self) -> str:
        from components.words.searches.broken import matrix_caption

        return f"<p>{escape(matrix_caption(self.tree['metric']))}</p>{self.ratios.round(2).to_html()}"


def broken_of(tree: dict[str, Any]) -> Broken:
    """The example of a tree in words."""
    from components.words.searches.broken import broken_lines

    found = Broken(" ".join(broken_lines(tree)))
    found.tree = tree
    return found
