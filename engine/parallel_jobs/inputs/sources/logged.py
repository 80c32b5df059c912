"""Jobs of a log instead of a law of arrivals and demands: a table by its name, and how it is read."""

import base64
import binascii
from functools import lru_cache
from typing import Annotated, Any, Literal, Self

import numpy as np
from pydantic import AfterValidator, Field, field_validator, model_validator

from engine.inputs.of_strangers import plain
from engine.inputs.quantity import Strict, choice, quantity
from engine.inputs.rejection import Rejection
from engine.logs.caveats import OfFile
from engine.logs.cleaning.choices import Cleaning
from engine.logs.encoding import decode, encode
from engine.logs.head import LATEST, Head
from engine.logs.limits import JOBS, LogError
from engine.logs.not_modelled import KINDS, NotModelled
from engine.logs.table import Table
from engine.parallel_jobs.inputs.demands import LONGEST, SHORTEST, Constant
from engine.parallel_jobs.inputs.sizes import Evenly
from engine.parallel_jobs.inputs.sources.log_classes import BY_SIZE, BySize, LogClasses
from engine.parallel_jobs.inputs.sources.other_sizes import AsTheyRan, OtherSizes
from engine.parallel_jobs.inputs.sources.partition_numbers import read_partitions
from engine.parallel_jobs.inputs.sources.user_estimates import LIKE_USERS, AsRecorded, OfLog, Tsafrir05

MOST_IN_A_LINK = 800
"""Jobs of a log that travel inside the link."""

LONGEST_TABLE = 8_000
"""Characters of such a table."""

SIZES = (1, 4, 16, 64, 256, 1024, 4096, 10**9)
"""The largest size of each class of a log's jobs, processors."""

RESAMPLED = (4, 40)
"""Fewest and most replications of a log that is resampled, each of which is another log."""

SHAKES = 10
"""So many times a log is replayed again if it is shaken."""

Called = Annotated[str, Field(max_length=80, pattern=r"^[^\x00-\x1f<>]*$"), AfterValidator(plain)]


def told_of(size: np.ndarray, run: np.ndarray) -> list[dict[str, Any]]:
    """What a scenario tells of jobs of these sizes (processors) and run times (s), class by class."""
    found = []
    for number in range(len(SIZES)):
        own = np.searchsorted(SIZES, size) == number
        if own.any():
            of_class = {"smallest": int(size[own].min()), "largest": int(size[own].max()), "jobs": int(own.sum())}
            found.append(of_class | {"mean_run": round(float(max(run[own].mean(), SHORTEST)), 3)})
    return found


def write_table(encoded: bytes) -> str:
    """The text of an encoded table."""
    return base64.urlsafe_b64encode(encoded).decode().rstrip("=")


SAMPLE = Table.of(
    {
        "submit": [0, 60, 120, 180],
        "run": [600, 300, 420, 540],
        "allocated": [3, 4, 1, 1],
        "estimate": [600, 300, 420, 540],
        "user": [1, 2, 1, 3],
    }
)
"""What the form begins with until a file is opened: four jobs that FCFS and EASY start otherwise."""


class OfSize(Strict):
    """What is told of the jobs of one size class, so that a study can be priced before its log is read."""

    smallest: int = quantity("Smallest", "processors", 1, 10**6, "Of these jobs.")
    largest: int = quantity("Largest", "processors", 1, 10**6, "Of these jobs.")
    jobs: int = quantity("Jobs", "", 1, 2 * JOBS, "How many of the recorded jobs have these sizes.")
    mean_run: float = quantity("Mean run time", "s", SHORTEST, 1e9, "Of these jobs.")

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.smallest > self.largest:
            raise ValueError(f"the smallest size, {self.smallest}, is above the largest, {self.largest}")
        return self


class OfJobs(Strict):
    """What some jobs asked for, or waited for, that is not modelled."""

    kind: Literal["gpus", "other_gres", "licenses", "burst_buffers", "reservations", "held", "memory"] = choice(
        "Kind", "What it is.", beginning="gpus"
    )
    jobs: int = quantity("Jobs", "", 1, 2 * JOBS, "How many of those that ran.")
    of: int = quantity("Of", "", 1, 2 * JOBS, "How many ran.")
    work: float = quantity("Work", "1", 0, 1, "Their share of the processor-hours.")


class Logged(Strict):
    """The jobs that a machine recorded; which ones count, and as what, is in `cleaning`."""

    process: Literal["log"] = choice("Arrivals", "Jobs are those of a log.", words="a log")
    digest: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")] = choice(
        "Log", "The name of the log's table: the SHA-256 of its numbers.", beginning=SAMPLE.name
    )
    called: Called = Field("", title="Name", description="What the log is called on the page.")
    rows: int = quantity(
        "Jobs recorded", "", 1, 2 * JOBS, "As many jobs as the log has before it is cleaned.", beginning=len(SAMPLE)
    )
    length: float = quantity("Length", "s", 0, 1e10, "From the first arrival to the last.", beginning=180.0)
    sizes: Annotated[tuple[OfSize, ...], Field(min_length=1, max_length=len(SIZES))] = choice(
        "Sizes", "What is told of the jobs of each size.", beginning=told_of(SAMPLE["allocated"], SAMPLE["run"])
    )
    unix_start: int | None = quantity(
        "Begin", "s", 0, LATEST, "Unix time at which the log's clock begins, if that is known.", None
    )
    zone: Annotated[str, Field(max_length=40, pattern=r"^[A-Za-z0-9_+/-]*$")] = choice(
        "Time zone", "By which days and weeks are counted, a name of the IANA; without one, UTC.", ""
    )
    weeks: int = quantity("Weeks", "weeks", 0, 10_000, "Whole weeks of the log that are measured.", 0)
    carried: Annotated[str, Field(max_length=LONGEST_TABLE, pattern=r"^[A-Za-z0-9_-]*$")] = choice(
        "Table",
        f"The log itself, if it is short: up to {MOST_IN_A_LINK} jobs travel inside a link.",
        "",
        beginning=write_table(encode(SAMPLE)),
    )
    refused: int = quantity("Refused", "", 0, 2 * JOBS, "Lines of the file that could not be read.", 0)
    not_over: int = quantity("Not over", "", 0, 2 * JOBS, "Jobs that waited or ran when the file was made.", 0)
    not_modelled: Annotated[tuple[OfJobs, ...], Field(max_length=len(KINDS))] = choice(
        "Not modelled", "What jobs of the log asked for, or waited for, that the model does not have.", ()
    )
    cleaning: Cleaning = choice(
        "Cleaning", "Which lines of the log are jobs.", Cleaning(), beginning=Cleaning().model_dump(mode="json")
    )
    load_factor: float = quantity(
        "Load factor",
        "1",
        0.1,
        10,
        "So many times as many jobs in the same time. By gaps, at 2/3 a day has 36 hours: load and day length change "
        "together, and users of the log react slower than they would.",
        1.0,
        step=0.1,
    )
    load_by: Literal["gaps", "week_clock", "users"] = choice(
        "Another load by",
        "Gaps: the times between arrivals, and with them days and weeks. Clock of the week: arrivals are stretched on "
        "the mean week of the log, so that days and nights stay in place and the log has fewer or more of them. Users: "
        "so many times as many users, each with the jobs, days and hours that he had; the log is resampled for it.",
        "gaps",
        {"gaps": "gaps", "week_clock": "the clock of the week", "users": "users"},
    )
    resampled: Literal["no", "weeks", "users"] = choice(
        "Other logs from it",
        "None: the log is replayed as it is, and its blocks are the replications. By weeks: each replication after the "
        "first is a log of blocks of its weeks, drawn with replacement. By users: of its users, each with all of his "
        "jobs at their weekdays and hours, moved by whole weeks. From 4 to 40 replications, each a replay.",
        "no",
        {"no": "none", "weeks": "by weeks", "users": "by users"},
    )
    estimates: OfLog = Field(
        AsRecorded(),
        title="Run time estimates",
        description="What backfilling is told about the run times of the log.",
        json_schema_extra={"beginning": AsRecorded().model_dump(mode="json")},
    )

    classes: LogClasses = Field(
        BySize(by="by-size"),
        title="Classes of jobs",
        description="By what jobs are told apart in pictures and metrics of job classes.",
        json_schema_extra={"beginning": BY_SIZE},
    )
    other_sizes: OtherSizes = Field(
        AsTheyRan(),
        title="Other sizes",
        description="Whether jobs could have run on other sizes than recorded: an assumption, which no log supports.",
        json_schema_extra={"beginning": AsTheyRan().model_dump(mode="json")},
    )
    user_feedback: Literal["no", "recorded", "sessions"] = choice(
        "Feedback of users",
        "None: jobs come as recorded, whatever happens to those before. Else a job comes as long after the simulated "
        "end of the one that it follows as its user thought, so that each policy has arrivals of its own. As recorded: "
        "by preceding job and think time (fields 17 and 18). Sessions: a job submitted within 20 minutes after an "
        "earlier one of the same user ended follows it.",
        "no",
        {"no": "none", "recorded": "as recorded", "sessions": "by sessions of users"},
    )
    partition_queues: Annotated[str, Field(max_length=200)] = Field(
        "",
        title="Partitions with queues of their own",
        description="The partition of each machine group, in the order of the groups, such as 1, 2: its jobs stay on "
        "that group and wait in a queue of its own; jobs of other partitions are left out. Nothing: one queue for all.",
    )
    shaken: bool = choice(
        "Shake the log",
        "Replay it ten times more, with each arrival moved by a whole number of seconds, at most 30 to either side: "
        "what a coincidence is worth. Takes eleven times as long.",
        False,
    )

    @field_validator("partition_queues")
    @classmethod
    def _are_partitions(cls, text: str) -> str:
        return ", ".join(map(str, read_partitions(text)))

    @property
    def resampling(self) -> Literal["no", "weeks", "users"]:
        """Of what other logs are made: of users too, where more or fewer of them make the load."""
        return "users" if self.load_by == "users" else self.resampled

    def is_itself(self, replication: int) -> bool:
        """Whether a replication has the jobs of the log as they are; where users make the load, none has."""
        return self.resampling == "no" or (replication == 0 and self.load_by != "users")

    @model_validator(mode="after")
    def _carried(self) -> Self:
        if self.load_by == "users" and self.resampled == "weeks":
            raise Rejection(
                "workload.arrivals.resampled",
                "another load by users resamples users, and not weeks; choose users or none here",
            )
        if self.shaken and self.resampling != "no":
            raise Rejection(
                "workload.arrivals.shaken", "a log is shaken or resampled, not both; leave one of the two out"
            )
        if self.user_feedback != "no" and (self.shaken or self.resampling != "no"):
            raise Rejection(
                "workload.arrivals.user_feedback",
                "a log whose jobs follow others is neither shaken nor resampled; leave one of the two out",
            )
        if self.carried:
            try:
                found = read_table(self.carried)
            except LogError as error:
                raise Rejection("workload.arrivals.carried", f"{error}; a link carries a short log whole") from None
            if found.name != self.digest:
                raise Rejection(
                    "workload.arrivals.carried",
                    f"this is the log {found.name[:12]} and not {self.digest[:12]}, as it says",
                )
        return self

    @property
    def of_file(self) -> OfFile:
        """What was counted when the file was read."""
        kinds = tuple(NotModelled(one.kind, one.jobs, one.of, one.work) for one in self.not_modelled)
        return OfFile(self.rows, self.refused, self.not_over, kinds)

    @property
    def may_tell_waits(self) -> bool:
        """Whether the schedule as recorded may be known: what travels in a link tells waits if there is room."""
        return not self.carried or bool((read_table(self.carried)["wait"] >= 0).any())

    @property
    def head(self) -> Head:
        """What has to be known of the head of the log for days and weeks to be where they were."""
        start = [] if self.unix_start is None else [("UnixStartTime", str(self.unix_start))]
        return Head((*start, *([("TimeZoneString", self.zone)] if self.zone else [])))

    def described(self) -> list[dict[str, Any]]:
        """What a job class for each size says, for whatever goes by classes."""
        estimates, other = self.estimates, self.other_sizes
        told: dict[str, Any] = {}
        if not isinstance(estimates, AsRecorded):
            told = {"estimate": LIKE_USERS if isinstance(estimates, Tsafrir05) else estimates}
        return [_described(one) | _in_range(one, other) | told for one in self.sizes]

    @property
    def class_names(self) -> list[str]:
        """What the classes are called by which jobs are told apart."""
        if isinstance(self.classes, BySize):
            return [_name_of(one) for one in self.sizes]
        return self.classes.names

    def class_of(self, size: np.ndarray, **columns: np.ndarray) -> np.ndarray:
        """The class of jobs of these sizes (processors), by number; int32 (J,). Others are in the nearest one.

        Where jobs are told apart by their *columns* run (s), queue or user: by these.
        """
        if not isinstance(self.classes, BySize):
            return self.classes.of(columns)
        found: np.ndarray = np.searchsorted([one.largest for one in self.sizes[:-1]], size)
        return found.astype(np.int32)


def _name_of(one: OfSize) -> str:
    low, high = one.smallest, one.largest
    return f"{low} processor{'s' if low > 1 else ''}" if low == high else f"{low} to {high} processors"


def _described(one: OfSize) -> dict[str, Any]:
    low, high = one.smallest, one.largest
    demand = min(LONGEST, one.mean_run * (low + high) / 2)
    return {
        "name": _name_of(one),
        "kind": "rigid",
        "weight": float(one.jobs),
        "demand": Constant(distribution="constant", mean=demand),
        "min_size": low,
        "min_size_spread": Evenly(spread="evenly", up_to=high),
        "max_size": low,
        "max_size_spread": Evenly(spread="evenly", up_to=high),
    }


def _in_range(one: OfSize, other: OtherSizes) -> dict[str, Any]:
    """Of jobs that could have run on other sizes: what they ask for stays the largest, as under most policies."""
    if isinstance(other, AsTheyRan):
        return {}
    low, middle = other.smallest(one.smallest), round((one.smallest + one.largest) / 2)
    curve = other.curve_of(middle)
    return {
        "kind": other.assumed,
        "min_size": low,
        "min_size_spread": Evenly(spread="evenly", up_to=other.smallest(one.largest)),
        "speedup": curve,
        "demand": Constant(
            distribution="constant", mean=min(LONGEST, one.mean_run * float(curve.curve(middle)[middle]))
        ),
    }


@lru_cache(maxsize=8)
def read_table(text: str) -> Table:
    """A table from the text in a scenario. `LogError` if it is none."""
    try:
        found = decode(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except (binascii.Error, ValueError) as error:
        raise error if isinstance(error, LogError) else LogError("this is no table of a log") from None
    if len(found) > MOST_IN_A_LINK:
        raise LogError(f"a link carries at most {MOST_IN_A_LINK} jobs, and this are {len(found):,}")
    return found


OF_THE_REPLAY = ("makespan", "warm_up_jobs", "lost_work")
OF_THE_REPLAY_OF = ("utilization[", "recorded[", "shaking[", "cleaning[")


def is_of_the_replay(metric: str) -> bool:
    """Whether the blocks of a log all say this metric of its replay as a whole."""
    return metric in OF_THE_REPLAY or metric.startswith(OF_THE_REPLAY_OF)
