"""The Celery instance, its settings, and what a worker does before its first task."""

import logging
import os
import signal
import warnings
from typing import Any

from celery import Celery
from celery.exceptions import CPendingDeprecationWarning
from celery.signals import setup_logging, worker_init, worker_process_init
from celery.utils.sysinfo import cpu_budget
from kombu import Exchange, Queue
from kombu.exceptions import OperationalError
from redis import RedisError

from engine.contract.runs import Kernel
from workers.bounds import WALL, memory
from workers.broker.presence import Compiling, Presence
from workers.calculator import CALCULATOR
from workers.embedded.tether import end_with_parent
from workers.kernels import NICENESS, Workshop, load_known
from workers.logs import configure
from workers.queues import MOMENT, QUEUES

MESSAGES = "corral:broker:"
"""Prefix of every key of the broker, so that Corral can share a Redis server with other programs."""

ANSWER, FIRST, NEXT = 0, 3, 6
"""Priorities; the broker has one list for each step of three and serves 0 first. Somebody waits for a trace
or a preview right now, and soon for the first curve of a new study; what makes curves sharper can wait for those."""

TASK_LIMIT = int(WALL) + 60
"""Seconds after which the process of a task is ended; never reached, since what it computes is ended before."""

VISIBILITY_TIMEOUT = TASK_LIMIT + 30
"""Seconds after which a message that a dead worker had taken goes back to the queue, so that no living task is started
twice. Studies do not wait for that: somebody looks after them, see `workers.rescue`."""

UNREACHABLE = (RedisError, OperationalError)
"""What is raised when the broker stays away."""

app = Celery(
    "corral",
    broker=os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/0"),
    include=[f"{__package__}.tasks", f"{__package__}.checks"],
)

app.conf.update(
    task_default_queue=MOMENT,
    task_queues=[Queue(one.name, Exchange(one.name), one.name) for one in QUEUES],  # type: ignore[no-untyped-call]
    task_serializer="json",
    # Whoever can write to the broker could otherwise run code in the workers.
    accept_content=["json"],
    # Results go where the pages look for them, see `workers.broker.store`.
    task_ignore_result=True,
    # A message leaves the broker only when its task has ended, and comes back when its process has died or has been
    # ended for exceeding the limit, which is below the visibility timeout so that no living task is started twice.
    # Neither should happen: what computes is a process beside it, `workers.calculator`, with bounds of its own.
    # `task_retry_on_worker_lost` would give up the whole lane; `tasks.advance` gives up the one cell instead.
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    task_acks_on_timeout=False,
    task_time_limit=TASK_LIMIT,
    # A process takes a message when it is free: priorities would be in vain for what it had taken before.
    worker_prefetch_multiplier=1,
    # The first scan is due every interval x throttle; by default that is 100 s.
    broker_transport_options={
        "global_keyprefix": MESSAGES,
        "visibility_timeout": VISIBILITY_TIMEOUT,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "socket_keepalive": True,
        "socket_connect_timeout": 5,
    },
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    # KB; a process that a large scenario has made this big is replaced after its task.
    worker_max_memory_per_child=1_000_000,
)
main_process = 0
"""Process id of the worker, once there is one."""

is_ready = False
"""Whether this process, or the one that it is a fork of, is ready to be a worker."""

app.steps["worker"].add(Presence)


# Root is what a container gives, and messages are JSON.
warnings.filterwarnings("ignore", "You're running the worker with superuser privileges")
# A long text whenever the broker goes away, about running tasks that will come back: here they may.
warnings.filterwarnings("ignore", category=CPendingDeprecationWarning)


@setup_logging.connect
def _log(**_: Any) -> None:
    """Ours, instead of the one that Celery would set up."""
    configure()


@worker_init.connect
def _prepare(sender: Any = None, **_: Any) -> None:
    global main_process
    main_process = os.getpid()
    if not is_ready:
        # "auto" is resolved after this, and so.
        processes = sender.concurrency if isinstance(sender.concurrency, int) else cpu_budget().count
        compile_beside(get_ready(processes), processes, sender.hostname)


def get_ready(processes: int) -> list[Kernel]:
    """Load the kernels that there are before the pool of so many *processes* forks, which inherits them; the others."""
    global is_ready
    configure()
    try:
        CALCULATOR.memory = memory(processes)
        missing = load_known()
        is_ready = True
        return missing
    except Exception as error:
        # Celery would go on: with pools that compile for each task, and without a bound of memory.
        logging.getLogger(__name__).exception("the worker could not get ready")
        raise SystemExit(1) from error


def compile_beside(missing: list[Kernel], cores: int, name: str) -> int:
    """Have *missing* kernels compiled on so many *cores* by a process that lives as long as this worker; its id."""
    worker = os.getpid()
    process = os.fork() if hasattr(os, "fork") else -1
    if process:
        return process
    end_with_parent(worker)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    try:
        Workshop(missing, cores, Compiling(app.conf.broker_url, name).tell).work()
    finally:
        os._exit(1)


@worker_process_init.connect
def _begin_process(**_: Any) -> None:
    # Once more, since a fork does not inherit the wish.
    end_with_parent(main_process)
    # A study fills every core, and the page that shows it, often on the same computer, is to stay quick.
    if hasattr(os, "nice"):
        os.nice(NICENESS)
