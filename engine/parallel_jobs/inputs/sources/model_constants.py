"""The constants of lublin99: those of the paper, or others that were fitted to a log."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from engine.inputs.quantity import Strict, choice, quantity
from engine.inputs.rejection import Rejection
from engine.workload_models.gamma_law import GammaLaw
from engine.workload_models.lublin99 import ALL, FARTHEST, HALF_HOURS, LONGEST, SHIFT, Kind

LEAST_WITHIN = 0.9
"""Of the values of a law: those up to its limit. Values beyond it are drawn again, and four times at most."""

LEAST_OF_A_DAY = 0.01
"""Of the law of arrivals: the part within the half hours of a day, by which all of them are weighted."""

MOST_SHAPE = 2000.0
"""Up to there the shares of gamma laws are exact to twelve digits."""


class Published(Strict):
    """The constants that Lublin & Feitelson 2003 fitted to three machines of the nineties."""

    constants: Literal["published"] = choice(
        "Constants",
        "Those of Lublin & Feitelson 2003, fitted to three machines of the nineties.",
        "published",
        words="as published",
    )


def _share(title: str, help_text: str, beginning: float) -> Any:
    return quantity(title, "1", 0, 1, help_text, step=0.01, beginning=beginning)


def _shape(title: str, law: GammaLaw, what: str) -> Any:
    return quantity(title, "1", 1, MOST_SHAPE, f"Of the gamma law of {what}.", step=0.1, beginning=round(law.shape, 4))


def _scale(title: str, law: GammaLaw, what: str) -> Any:
    return quantity(title, "1", 1e-4, 20, f"Of the gamma law of {what}.", step=0.01, beginning=round(law.scale, 4))


class Fitted(Strict):
    """Constants of one's own, of all jobs as one kind; as fitted to a log."""

    constants: Literal["fitted"] = choice(
        "Constants", "Of one's own, of all jobs as one type: as fitted to a log, or typed in.", words="fitted to a log"
    )
    serial: float = _share("Serial jobs", "The share of the jobs that ask for one machine.", ALL.serial)
    power_of_two: float = _share(
        "Sizes that are powers of two",
        "The share of the jobs whose size is made a power of two of several machines.",
        ALL.power_of_two,
    )
    middle: float = quantity(
        "Middle of log2 of the size",
        "1",
        1,
        6.9,
        "Where the lower part of the sizes ends, for 128 machines; it is moved by log2(machines / 128).",
        step=0.1,
        beginning=ALL.middle,
    )
    lower: float = quantity(
        "Lower part of the sizes",
        "1",
        0.05,
        0.95,
        "The share of the parallel jobs with log2 of the size below the middle.",
        step=0.025,
        beginning=ALL.lower,
    )
    short_shape: float = _shape("Shape of short run times", ALL.short, "ln of the run time (s) of short jobs")
    short_scale: float = _scale("Scale of short run times", ALL.short, "ln of the run time (s) of short jobs")
    long_shape: float = _shape("Shape of long run times", ALL.long, "ln of the run time (s) of long jobs")
    long_scale: float = _scale("Scale of long run times", ALL.long, "ln of the run time (s) of long jobs")
    by_size: float = quantity(
        "Short jobs by size",
        "1",
        -1,
        1,
        "By so much the share of short jobs changes with each machine that a job asks for.",
        step=0.001,
        beginning=ALL.by_size,
    )
    at_zero: float = quantity(
        "Short jobs at size 0",
        "1",
        -2,
        3,
        "The share of short jobs is this one and the change by size; it is cut to 0 to 1.",
        step=0.01,
        beginning=ALL.at_zero,
    )
    gap_shape: float = _shape("Shape of gaps", ALL.between, "ln of the time between jobs, in seconds of the mean hour")
    gap_scale: float = _scale("Scale of gaps", ALL.between, "ln of the time between jobs, in seconds of the mean hour")
    day_shape: float = quantity(
        "Shape of the day",
        "1",
        0.1,
        MOST_SHAPE,
        "Of the gamma law of arrivals over the day, in half hours from 5:30 on.",
        step=0.1,
        beginning=round(ALL.day.shape, 4),
    )
    day_scale: float = quantity(
        "Scale of the day",
        "half hours",
        0.01,
        200,
        "Of the gamma law of arrivals over the day, in half hours from 5:30 on; above 30 there is hardly a day.",
        step=0.1,
        beginning=round(ALL.day.scale, 4),
    )

    @property
    def kind(self) -> Kind:
        """As the model takes them; what a fit leaves alone is as published."""
        return ALL._replace(
            serial=self.serial,
            power_of_two=self.power_of_two,
            middle=self.middle,
            lower=self.lower,
            short=GammaLaw(self.short_shape, self.short_scale),
            long=GammaLaw(self.long_shape, self.long_scale),
            by_size=self.by_size,
            at_zero=self.at_zero,
            between=GammaLaw(self.gap_shape, self.gap_scale),
            day=GammaLaw(self.day_shape, self.day_scale),
        )

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.serial + self.power_of_two > 1.0:
            raise ValueError(
                f"serial jobs and sizes that are powers of two are {self.serial + self.power_of_two:.4g} of all jobs "
                "together; at most 1 is allowed"
            )
        kind = self.kind
        for law, limit, what, field in (
            (kind.short, LONGEST, "short run times are above 45 h", "short_scale"),
            (kind.long, LONGEST, "long run times are above 45 h", "long_scale"),
            (kind.between, FARTHEST, "gaps are above 5 days", "gap_scale"),
        ):
            beyond = 1.0 - law.below(limit)
            if beyond > 1.0 - LEAST_WITHIN:
                raise Rejection(
                    f"workload.arrivals.constants.{field}",
                    f"{100 * beyond:.2g} % of the {what}; at most {100 * (1 - LEAST_WITHIN):.0f} % may be: make shape "
                    "or scale smaller",
                )
        hours = kind.day.below(SHIFT + HALF_HOURS - 0.5) - kind.day.below(SHIFT - 0.5)
        if hours < LEAST_OF_A_DAY:
            raise Rejection(
                "workload.arrivals.constants.day_scale",
                f"{100 * hours:.2g} % of the law of arrivals are within the 24 hours from 5:15 on; at least "
                f"{100 * LEAST_OF_A_DAY:.0f} % have to be: shape times scale is its mean, in half hours, and "
                f"{SHIFT} to {SHIFT + HALF_HOURS - 1} are those of the day",
            )
        return self


Constants = Annotated[Published | Fitted, Field(discriminator="constants")]


def as_fields(kind: Kind) -> dict[str, Any]:
    """The tree of a `Fitted` with these constants, to six digits. What a scenario does not allow is not looked at."""
    found = {
        "serial": kind.serial,
        "power_of_two": kind.power_of_two,
        "middle": kind.middle,
        "lower": kind.lower,
        "short_shape": kind.short.shape,
        "short_scale": kind.short.scale,
        "long_shape": kind.long.shape,
        "long_scale": kind.long.scale,
        "by_size": kind.by_size,
        "at_zero": kind.at_zero,
        "gap_shape": kind.between.shape,
        "gap_scale": kind.between.scale,
        "day_shape": kind.day.shape,
        "day_scale": kind.day.scale,
    }
    return {"constants": "fitted"} | {name: float(f"{value:.6g}") for name, value in found.items()}
