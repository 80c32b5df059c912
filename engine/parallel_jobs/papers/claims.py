"""What Schnor et al. 1996 say of their two systems in words and single numbers, as checks on the examples."""

from engine.contract.claim import Check, Claim

SCHNOR = "Schnor et al. 1996"
RATE = "workload.arrivals.rate_per_1000_s"
ONE, TWO = "schnor-system-1", "schnor-system-2"


def _at(rate: float) -> dict[str, float]:
    return {RATE: rate}


CLAIMS = (
    Claim(
        "S6",
        "In system 1 Shortest Expected Delay never migrates.",
        f"{SCHNOR}, section 4.3.1",
        (Check("no migration at 1 job per 1000 s", ONE, "migrated_jobs", "SED", 0, 0, at=_at(1.0)),),
    ),
    Claim(
        "S7",
        "In system 1 the computing time without upgrades tends to 1200 s.",
        f"{SCHNOR}, section 4.3.2",
        (Check("1200 s within 1 % at 1.8", ONE, "computing_time", "SED-NU", 1188, 1212, at=_at(1.8)),),
    ),
    Claim(
        "S8",
        "In system 1 the computing time of Shortest Expected Delay tends to 1066.7 s, that of the state (5, 0, 0, 25).",
        f"{SCHNOR}, section 4.3.2",
        (Check("1066.7 s within 1 % at 1.8", ONE, "computing_time", "SED", 1056, 1077.4, at=_at(1.8)),),
    ),
    Claim(
        "figure 6",
        "In system 1 upgrading pays: without it, jobs take longer, and the queue grows at a lower load.",
        f"{SCHNOR}, figure 6",
        (
            Check("longer at 0.5", ONE, "response_time", "SED-NU", 1.0, over="SED", at=_at(0.5)),
            Check("longer at 1", ONE, "response_time", "SED-NU", 1.0, over="SED", at=_at(1.0)),
            Check("three times as long at 1.6", ONE, "response_time", "SED-NU", 2.0, over="SED", at=_at(1.6)),
        ),
    ),
    Claim(
        "S10",
        "In system 2 there is no upgrading at all.",
        f"{SCHNOR}, section 4.4.1",
        (Check("no upgrade at 2 jobs per 1000 s", TWO, "upgraded_jobs", "SED", 0, 0, at=_at(2.0)),),
    ),
    Claim(
        "figure 5",
        "In system 2 migration reduces the mean wait time.",
        f"{SCHNOR}, section 4.4.2",
        (
            Check("shorter at 1", TWO, "wait_time", "SED", high=1.0, over="SED-NM", at=_at(1.0)),
            Check("shorter at 2", TWO, "wait_time", "SED", high=1.0, over="SED-NM", at=_at(2.0)),
        ),
    ),
    Claim(
        "S11",
        "In system 2 without migration the computing time tends to 533.3 s, that of the state (20, 0, 0, 10).",
        f"{SCHNOR}, section 4.4.2",
        (Check("533.3 s within 3 % at 3.4", TWO, "computing_time", "SED-NM", 517.3, 549.3, at=_at(3.4)),),
    ),
    Claim(
        "S13",
        "In system 2 migration reduces the computing time up to about 2.3 jobs per 1000 s, and not above.",
        f"{SCHNOR}, section 4.4.2",
        (
            Check("shorter at 2.2", TWO, "computing_time", "SED", high=1.0, over="SED-NM", at=_at(2.2)),
            Check("longer at 2.4", TWO, "computing_time", "SED", 1.0, over="SED-NM", at=_at(2.4)),
            Check("response shorter at 2.2", TWO, "response_time", "SED", high=1.0, over="SED-NM", at=_at(2.2)),
            Check("response longer at 2.4", TWO, "response_time", "SED", 1.0, over="SED-NM", at=_at(2.4)),
        ),
    ),
)
