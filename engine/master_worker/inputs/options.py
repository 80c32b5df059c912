"""What the policies and the master can be given beyond the paper's ideal case."""

from engine.inputs.quantity import Strict, quantity


class Master(Strict):
    """What handing out a task costs; nothing in the paper (section 4)."""

    dispatch_time: float = quantity(
        "Dispatch time", "s", 0, 10, "Time of the master for each message to a worker, whatever is in it.", 0.0, 0.01
    )
    bytes_per_task: float = quantity("Bytes per task", "B", 0, 1e12, "Input of a task.", 0.0, step=1e6)
    bandwidth: float = quantity("Bandwidth", "MB/s", 0.001, 1e6, "Of the master's link, which sends one message at a "
        "time.", 100.0, step=10)  # fmt: skip

    @property
    def transfer_time(self) -> float:
        """Time of the link for the input of a task, s."""
        return self.bytes_per_task / (self.bandwidth * 1e6)


class Options(Strict):
    """Parameters of policies."""

    chunk_size: int = quantity("Chunk size", "tasks", 1, 1000, "Tasks that Fixed Chunk hands out at a time.", 2)
