"""Gang scheduling: a matrix of jobs, whose rows take turns (rules 14 to 16, and 22)."""

import simpy

from engine.coscheduling.policies import Gang
from engine.coscheduling.records import Happening
from engine.coscheduling.reference.gang_node import GangNode
from engine.coscheduling.reference.instants import Occurrence, Rank, millisecond_from, next_millisecond
from engine.coscheduling.reference.notebook import NOBODY
from engine.coscheduling.reference.process import Process
from engine.coscheduling.reference.shared_cluster import Place, SharedCluster

Row = list[Process | None]


class GangCluster(SharedCluster):
    """Nodes that change jobs together.

    Attributes
    ----------
    placed : the processes and the row of each job in the matrix, in order of admission
    owners, copies : the matrix, by row and node; a cell has an owner, or a copy, or nobody
    row : whose slot it is, -1 when gang scheduling is idle
    """

    def prepare(self) -> None:
        """Make the nodes, and look forward to the first job."""
        self.nodes = [GangNode(self, number) for number in range(self.system.nodes)]
        self.placed: dict[int, tuple[list[Process], int]] = {}
        self.owners, self.copies = self._empty_matrix(), self._empty_matrix()
        self.row = -1
        self.slot_end: Occurrence | None = None
        self._expect_admission(0)

    def _empty_matrix(self) -> list[Row]:
        return [[None] * self.system.nodes for _ in range(self.system.slots)]

    # slots ------------------------------------------------------------------------------------------------------------

    def _expect_admission(self, not_before: int) -> None:
        """An idle matrix admits at whole milliseconds."""
        if self.next_job < len(self.arrival):
            instant = max(not_before, millisecond_from(self.arrival[self.next_job]))
            Occurrence(self.env, instant - self.env.now, Rank.ADMISSION, lambda _: self._change())

    def _end_slot(self, event: simpy.Event) -> None:
        if event is self.slot_end:
            self._change()

    def _change(self) -> None:
        """Between two slots: who has ended leaves, who has arrived comes, and the next row has its slot."""
        left = [job for job in self.placed if not self.tasks_left[job]]
        for job in left:
            self._remove(job)
        before = len(self.placed)
        self.admit()
        if left or len(self.placed) > before:
            self._replicate()
        rows = sorted({row for _, row in self.placed.values()})
        self.row = self.next_row(rows)
        self.note_slot(len(rows))
        switch = self.system.gang_switch if len(rows) > 1 else 0
        for node in self.nodes:
            node.change(self._cell(self.row, node.number), switch)
        self.slot_end = Occurrence(self.env, switch + self.system.gang_quantum, Rank.TICK, self._end_slot)

    def next_row(self, rows: list[int]) -> int:
        """Whose slot comes, of those that have jobs: they take turns."""
        return next((row for row in rows if row > self.row), rows[0])

    def _cell(self, row: int, column: int) -> Process | None:
        return self.owners[row][column] or self.copies[row][column]

    def on_job_end(self, job: int) -> None:
        """The job stays in the matrix until the end of the slot, unless there is nobody else."""
        if any(self.tasks_left[other] for other in self.placed):
            return
        for other in list(self.placed):
            self._remove(other)
        self.copies = self._empty_matrix()
        self.row, self.slot_end = -1, None
        for node in self.nodes:
            node.change(None, 0)
        self._expect_admission(next_millisecond(self.env.now))

    # the matrix -------------------------------------------------------------------------------------------------------

    def place_of(self, job: int) -> Place | None:
        """The first row with enough cells, and there the lowest columns."""
        for row, owners in enumerate(self.owners):
            free = [column for column, owner in enumerate(owners) if owner is None]
            if len(free) >= self.size[job]:
                return row, [self.nodes[column] for column in free[: self.size[job]]]
        return None

    def put(self, job: int, place: Place) -> None:
        """It has cells of its own there."""
        row, nodes = place
        processes = self.take_job(job, nodes)
        self.placed[job] = processes, row
        for process in processes:
            process.slot = row
            self.owners[row][process.node.number] = process
            process.node.note(Happening.ADMITTED, process)

    def would_fit(self, job: int, instant: int, taken: Place | None = None) -> bool:
        """Whether a row has enough cells that nobody has any more."""
        for row, owners in enumerate(self.owners):
            free = sum(owner is None or self.expected_end(owner.job) <= instant for owner in owners)
            if free - (len(taken[1]) if taken and taken[0] == row else 0) >= self.size[job]:
                return True
        return False

    def _remove(self, job: int) -> None:
        processes, row = self.placed.pop(job)
        for process in processes:
            self.owners[row][process.node.number] = None

    def _replicate(self) -> None:
        """Put copies of the jobs into cells that nobody has; all of them anew (rule 16)."""
        self.copies = self._empty_matrix()
        if self.scheme.gang != Gang.WITH_REPLICATION:
            return
        for processes, own_row in self.placed.values():
            for row in range(self.system.slots):
                columns = [process.node.number for process in processes]
                if row != own_row and all(self._cell(row, column) is None for column in columns):
                    for process in processes:
                        self.copies[row][process.node.number] = process

    def note_slot(self, rows: int) -> None:
        """Write down whose slot it is, and the matrix."""
        now = self.env.now
        self.notebook.note(now, 0, Happening.SLOT, NOBODY, self.row, rows)
        for row in range(self.system.slots):
            for column in range(self.system.nodes):
                process = self._cell(row, column)
                if process is not None:
                    copy = int(self.owners[row][column] is None)
                    self.notebook.note(now, column, Happening.PLACED, (process.job, process.task), row, copy)
