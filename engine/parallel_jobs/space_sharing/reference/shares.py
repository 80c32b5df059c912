"""Uniform First Fit: whoever fits starts, and all share the machines evenly (Kumar 2001, section 3.2.2)."""

import numpy as np

from engine.parallel_jobs.policies import PolicyCode
from engine.parallel_jobs.space_sharing.reference.disruption import DisruptedClock
from engine.parallel_jobs.space_sharing.reference.queues import FirstComeFirstServed
from engine.parallel_jobs.space_sharing.reference.running import Running
from engine.parallel_jobs.space_sharing.rules.sharing import deal


class UniformFirstFit(FirstComeFirstServed):
    """First Fit by the least sizes; then everybody is resized."""

    can_follow, look = False, 1

    def can_spare(self, running: Running) -> bool:
        """Whether it is malleable and above its least."""
        return not self.jobs.moldable[running.job] and running.size > self.least[running.job]

    def serve(self) -> None:
        """Whoever fits starts, in order of arrival, and everybody gets his share."""
        left = self.processors - sum(self.least[running.job] for running in self.running)
        fresh = []
        for job in list(self.queue):
            fits = self.decided(job, self.least[job] <= left, self.least[job] <= left)
            self.explain(job, "starts" if fits else "waits", room=left, needed=self.least[job])
            if fits:
                left -= self.least[job]
                fresh.append(job)
                self.queue.remove(job)
        jobs = [running.job for running in self.running] + fresh
        least, most = (np.array([size[job] for job in jobs], dtype=np.int64) for size in (self.least, self.most))
        self.bind(jobs, least, most)
        share = np.zeros(len(jobs), dtype=np.int64)
        deal(least, most, self.processors, share)
        for job, before, after in zip(jobs, [r.size for r in self.running] + [0] * len(fresh), share, strict=True):
            self.explain(job, "shares", before=before, after=int(after), least=self.least[job], most=self.most[job])
        sizes: list[int] = share.tolist()
        self.resize_all(sizes[: len(self.running)])
        for job, size in zip(fresh, sizes[len(jobs) - len(fresh) :], strict=True):
            self.start(job, size)
            if self.jobs.moldable[job]:
                self.least[job] = self.most[job] = size

    def bind(self, jobs: list[int], least: np.ndarray, most: np.ndarray) -> None:
        """Change what *jobs* get at *least* and at *most*, int64 (R,): nothing is forced."""


SHARES: dict[int, type[DisruptedClock]] = {PolicyCode.UFF: UniformFirstFit}
"""Which class simulates which policy."""
