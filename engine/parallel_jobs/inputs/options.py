"""Where the papers leave a choice."""

from typing import Self

from pydantic import (
    Field,
    model_validator,
)

from engine.inputs.quantity import Strict, choice, quantity
from engine.parallel_jobs.inputs.bounds import check_checkpoints
from engine.parallel_jobs.inputs.site.fair_share import Multifactor


class MigrationCost(Strict):
    """A migration stops the job for checkpoint + moved processes x (latency + size x transfer) seconds.

    The defaults are the measurements of Schnor et al. 1996, section 4.1.
    """

    checkpoint: float = quantity("Checkpoint", "s", 0, 1e6, "Synchronizing and checkpointing the whole job.", 10.0)
    latency: float = quantity("Latency", "s per process", 0, 1e6, "Opening the transfer of one process.", 0.4, step=0.1)
    transfer_per_kb: float = quantity(
        "Transfer", "s per KB", 0, 1e3, "Moving one kilobyte of one process.", 0.0012, step=0.0001
    )


class Options(Strict):
    """Where the paper leaves a choice; the defaults are the family README's."""

    upgrade_only_when_queue_empty: bool = choice(
        "Upgrade only when the queue is empty", "Section 4.3.2 can be read this way; off: upgrade at every end.", False
    )
    migrate_only_if_it_pays: bool = choice(
        "Migrate only if it pays", "Compare the time left with and without migration, its cost included.", False
    )
    hold_old_machines: bool = choice(
        "Hold the old machines", "A migrating job occupies its old machines until the transfer has ended.", False
    )
    migration: MigrationCost = Field(
        default_factory=MigrationCost, title="Migration cost", description="What a migration costs."
    )
    resize_cost: float = quantity(
        "Resize cost",
        "s",
        0,
        1e6,
        "A job that shrinks or expands stops for so long. Kumar 2001, table 2.1, measured 1.2 to 2.8 s on Ethernet and "
        "0.3 to 0.4 s on Myrinet for 45 MB.",
        0.0,
        step=0.1,
    )
    lazy_by_the_letter: bool = choice(
        "Lazy by the letter",
        "As the pseudo-code of Kumar 2001, section 3.2.5, has it: a new job may take processors that waiting accepted "
        "jobs need by now, and some of these are dropped later. Off: such processors are reserved.",
        False,
    )
    checkpoint_interval: float = quantity(
        "Checkpoint interval",
        "s",
        0,
        1e9,
        "A running job writes a checkpoint every so many seconds, and a failure undoes only what it has done since; 0 "
        "for never, otherwise at least 0.001.",
        0.0,
        step=60,
    )
    checkpoint_cost: float = quantity(
        "Checkpoint cost", "s", 0, 1e6, "A job that writes such a checkpoint stops for so long.", 0.0, step=1
    )
    reservation_depth: int = quantity(
        "Reservation depth",
        "jobs",
        0,
        100_000,
        "So many waiting jobs, from the head of the queue on, have reservations under conservative backfilling; 0 for "
        "all of them. With 1 it is EASY, as long as all machines are equally fast.",
        0,
    )
    predictions: bool = choice(
        "Predictions instead of estimates",
        "Who goes first, and backfilling, go by the mean of the last two run times of the job's user, at most the "
        "estimate; when that runs out it is raised in steps. Reservations then are no promises.",
        False,
    )
    aging: float = quantity(
        "Aging",
        "per s",
        0,
        1e12,
        "In ordered queues, own ones too, each second of waiting adds so much to the priority of a job.",
        0.0,
        step=0.1,
    )
    wait_bound_s: float = quantity(
        "Bound on waits",
        "s",
        0,
        1e9,
        "In ordered queues, own ones too, who has waited for longer goes before all others, in order of arrival; 0 for "
        "no bound.",
        0.0,
        step=3600,
    )
    multifactor: Multifactor = Field(
        default_factory=Multifactor, title="Multifactor weights", description="What counts in the multifactor priority."
    )

    @model_validator(mode="after")
    def _leaves_time_for_work(self) -> Self:
        check_checkpoints(self)
        return self
