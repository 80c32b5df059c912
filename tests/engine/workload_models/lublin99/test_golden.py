"""lublin99 against what was integrated for it by another program, with truncations and floors."""

import numpy as np
import pytest
from scipy import special

from engine.workload_models.lublin99 import (
    ALL,
    BATCH,
    INTERACTIVE,
    LONGEST,
    Kind,
    day_clock,
    expected,
    mean_run,
    run_up_to,
    size_shares,
)

MEANS = {  # size, run, work, gap, load: half of the last digit that is printed
    "all 128": ((ALL,), 128, (12.13393, 4357.466, 84_234.92, 911.2896, 0.72215)),
    "all 256": ((ALL,), 256, (22.1695, 4891.993, 202_696.79, 911.2896, 0.8689)),
    "all 1024": ((ALL,), 1024, (78.5013, 6270.365, 951_968.93, 911.2896, 1.0202)),
    "batch": ((BATCH,), 128, (13.89331, 9491.815, 163_472.74, 3516.933, 0.36314)),
    "interactive": ((INTERACTIVE,), 128, (8.04502, 240.516, 2_960.013, 619.2978, 0.03734)),
}
DIGITS = (5e-6, 5e-4, 5e-3, 5e-5, 5e-6)


@pytest.mark.parametrize("name", MEANS)
def test_means_are_those_of_the_table(name: str) -> None:
    kinds, processors, known = MEANS[name]
    found = expected(kinds, processors)
    coarse = {"all 256": (5e-5, 5e-4, 5e-3, 5e-5, 5e-5), "all 1024": (5e-5, 5e-4, 5e-3, 5e-5, 5e-5)}
    one_digit_less = {"batch": (5e-6, 5e-4, 5e-3, 5e-4, 5e-6), "interactive": (5e-6, 5e-4, 5e-4, 5e-5, 5e-6)}
    digits = coarse.get(name, one_digit_less.get(name, DIGITS))
    of_ours = (found.size, found.run, found.work, found.gap, found.load(processors))
    for mine, theirs, digit in zip(of_ours, known, digits, strict=True):
        assert mine == pytest.approx(theirs, abs=1.01 * digit)


def test_two_types_are_those_of_the_table() -> None:
    found = expected((BATCH, INTERACTIVE), 128)
    assert found.shares[0] == pytest.approx(0.14973, abs=5e-6)
    assert found.gap == pytest.approx(526.573, abs=5e-4)
    assert found.size == pytest.approx(8.9207, abs=5e-5)
    assert found.run == pytest.approx(1625.668, abs=5e-4)
    assert found.load(128) == pytest.approx(0.40048, abs=5e-6)


PERCENTILES = {
    "all 128": (ALL, 128, (7, 108, 14_632), 0.14255),
    "all 256": (ALL, 256, (7, 144, 15_553), 0.1341),
    "all 1024": (ALL, 1024, (8, 562, 17_463), 0.1124),
    "batch": (BATCH, 128, (27, 814, 27_667), 0.02485),
    "interactive": (INTERACTIVE, 128, (3, 13, 180), 0.41593),
}


@pytest.mark.parametrize("name", PERCENTILES)
def test_percentiles_of_run_times_are_those_of_the_table(name: str) -> None:
    kind, processors, seconds, below_ten = PERCENTILES[name]
    for share, known in zip((0.1, 0.5, 0.9), seconds, strict=True):
        assert run_up_to(kind, processors, known - 1) < share <= run_up_to(kind, processors, known)
    assert run_up_to(kind, processors, 9) == pytest.approx(below_ten, abs=6e-5 if processors > 128 else 6e-6)


SIZES = {
    "all 128": (ALL, 128, 4, 32, 0.86907),
    "all 256": (ALL, 256, 8, 64, 0.8599),
    "all 1024": (ALL, 1024, 9, 256, 0.8486),
    "batch": (BATCH, 128, 4, 32, 0.96836),
    "interactive": (INTERACTIVE, 128, 4, 23, 0.84546),
}


@pytest.mark.parametrize("name", SIZES)
def test_percentiles_of_sizes_are_those_of_the_table(name: str) -> None:
    kind, processors, median, ninetieth, powers = SIZES[name]
    shares = np.array(size_shares(kind, processors))
    upto = np.cumsum(shares)
    assert upto[-1] == pytest.approx(1.0, abs=1e-12)
    assert np.searchsorted(upto, [0.5, 0.9]).tolist() == [median, ninetieth]
    two = [1 << k for k in range(processors.bit_length()) if 1 << k <= processors]
    assert shares[two].sum() == pytest.approx(powers, abs=6e-5 if processors > 128 else 6e-6)


def test_shares_of_sizes_are_those_of_the_table() -> None:
    known = {1: 0.244, 2: 0.11555, 3: 0.02031, 4: 0.14905, 5: 0.01211, 6: 0.01008, 7: 0.00864, 8: 0.14144}
    known |= {16: 0.13765, 32: 0.03271, 64: 0.03248, 128: 0.01618}
    shares = size_shares(ALL, 128)
    assert {size: shares[size] for size in known} == pytest.approx(known, abs=5.1e-6)


def test_half_hours_of_the_day_are_those_of_the_table() -> None:
    weights = day_clock(ALL.day).weights
    assert sum(weights) == pytest.approx(48, abs=1e-12)
    assert [int(np.argmax(weights)), int(np.argmin(weights))] == [27, 10]  # 13:30 and 5:00
    found = [weights[n] for n in (27, 10, 0, 16, 24)]
    assert found == pytest.approx([1.83311, 0.16492, 0.50782, 0.82082, 1.73319], abs=5.1e-6)


@pytest.mark.parametrize("cut", [np.inf, 64_800.0, 6000.0])
@pytest.mark.parametrize("size", [1, 60, 128])
@pytest.mark.parametrize("kind", [ALL, BATCH, INTERACTIVE])
def test_mean_run_times_are_the_sums_over_all_seconds(kind: Kind, size: int, cut: float) -> None:
    """The short way, of Euler and Maclaurin, against every second that there is, by SciPy."""
    seconds = np.log(np.arange(1.0, min(cut, np.floor(np.exp(LONGEST))) + 1))
    part = min(1.0, max(0.0, kind.by_size * size + kind.at_zero))
    least = allowed = 0.0
    for share, law in ((part, kind.short), (1 - part, kind.long)):
        longest = special.gammainc(law.shape, LONGEST / law.scale)
        least += share * np.sum(longest - special.gammainc(law.shape, seconds / law.scale))
        allowed += share * longest
    assert mean_run(kind, size, cut) == pytest.approx(least / allowed, rel=1e-10)
