"""A node under gang scheduling: the process of the slot has the processor to itself (rule 14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.coscheduling.records import Activity, Happening
from engine.coscheduling.reference.process import Process, State
from engine.coscheduling.reference.processor import Processor

if TYPE_CHECKING:
    from engine.coscheduling.reference.cluster import Cluster


class GangNode(Processor):
    """A processor that runs whom it is told to.

    Attributes
    ----------
    cell : the process of the present slot, or None
    """

    def __init__(self, cluster: Cluster, number: int) -> None:
        super().__init__(cluster, number)
        self.cell: Process | None = None

    def change(self, cell: Process | None, switch: int) -> None:
        """Stop whoever runs; after a switch, the process of the next slot has the processor."""
        if self.running is not None:
            self.leave(State.READY)
        self.account()
        self.cell = cell
        if cell is not None:
            self.work(switch, cell, Activity.SWITCHING)
            self._run_if_ready(cell)
        self.expect()

    def _run_if_ready(self, process: Process) -> None:
        if process.state is State.READY:
            self.account()
            self.running = process
            process.state = State.RUNNING

    def on_input_output(self, process: Process, duration: int) -> None:
        """The processor is idle."""

    def on_input_output_end(self, process: Process) -> None:
        """Go on, or wait for the next slot."""
        process.state = State.READY
        self.note(Happening.IO_ENDED, process)
        if process is self.cell:
            self._run_if_ready(process)

    def on_end(self, process: Process) -> None:
        """The processor is idle until the next slot."""
