"""What was published of logs that many use, to hold one's own replay of them against it.

Mean bounded slowdowns (threshold 10 s) of Gaussier, Glesser, Reis & Trystram, "Improving backfilling by using machine
learning to predict running times", SC'15: estimates as recorded, run times cut to them, jobs without run time or
estimate dropped, EASY with a reservation for the head of the queue. Their rule for what happens at one instant is
another: they decide after each event. How far one pass per instant is from that, on their inputs, was found by a
prototype of both rules, whose schedules by their rule are those published to the digit (all but Metacentrum's, which
are not published). With run times known both rules are one, and the published value has to come out to its last digit.

No log is shipped, so nothing here was computed by this program.
"""

from typing import NamedTuple

RULES = ("EASY", "EASY, shortest first", "EASY, run times known", "EASY, shortest first, run times known")
THRESHOLD = 10.0
"""Of the bounded slowdown, in seconds."""

NEAR = 0.01
"""Share by which the number of jobs may differ: cleaning leaves out others than they did."""


class PublishedLog(NamedTuple):
    """A log of which values are published.

    Attributes
    ----------
    name : as the archive calls it
    processors : of its machine; None where that was not told
    jobs : which they replayed
    slowdowns : mean bounded slowdown by each of `RULES`
    passes : by how much one pass per instant differs, as a share, by each of `RULES`; none where that is not known
    """

    name: str
    processors: int | None
    jobs: int
    slowdowns: tuple[float, float, float, float]
    passes: tuple[float, float, float, float] | None

    def expected(self, rule: int) -> float | None:
        """What one pass per instant is to give by a rule; None where that is not known."""
        return None if self.passes is None else self.slowdowns[rule] * (1 + self.passes[rule])


PUBLISHED = (
    PublishedLog("KTH-SP2", 100, 28_481, (92.5765, 69.4054, 71.7224, 49.8477), (0.0012, -0.0002, 0.0, 0.0)),
    PublishedLog("CTC-SP2", 338, 77_199, (49.5713, 30.0411, 37.1654, 17.5717), (-0.0148, 0.0021, 0.0, 0.0)),
    PublishedLog("SDSC-SP2", 128, 54_006, (87.8703, 84.8889, 70.4779, 56.8362), (-0.0007, -0.0223, 0.0, 0.0)),
    PublishedLog("SDSC-BLUE", 1_152, 232_542, (36.5234, 19.8260, 30.6215, 13.1776), (0.0243, -0.0108, 0.0, -0.0021)),
    PublishedLog("CEA-Curie", 80_640, 295_540, (202.1332, 169.0303, 69.9259, 12.0798), (0.1305, 0.1027, 0.0, -0.0329)),
    PublishedLog("Metacentrum 2013", None, 495_262, (97.6400, 89.6300, 81.6986, 67.1841), None),
)


def published_of(processors: int, jobs: int) -> PublishedLog | None:
    """The published log that has so many *processors*, and nearly so many *jobs*; None if that is none of them."""
    near = [one for one in PUBLISHED if abs(jobs - one.jobs) <= NEAR * one.jobs]
    return next((one for one in near if one.processors in (None, processors)), None)
