"""Metrics in few words, for a sentence that has to be short."""

from components.words.wording import metric_words
from engine.metrics.catalogue import METRICS

SHORT = {
    "response_time_p50": "median response time",
    "response_time_p95": "95th percentile",
    "response_time_p99": "99th percentile",
    "jain_index": "Jain index",
    "gini": "Gini coefficient",
    "response_time_submitted": "response time of all",
    "rejected_too_few": "rejections (too few)",
    "rejected_no_profit": "rejections (no profit)",
    "rejected_at_lookahead": "rejections (lookahead)",
    "profit_lost_rejected": "profit lost rejecting",
    "profit_lost_late": "profit lost late",
    "type_variation": "variation between types",
    "user_variation": "variation between users",
    "makespan_ratio": "relative time",
    "efficiency_loss": "loss of efficiency",
    "time_loss": "loss of time",
    "run_time_length_aware": "length-aware run time",
    "run_time_simulated": "simulated run time",
    "eta": "η by formula",
    "eta_length_aware": "length-aware η",
    "eta_simulated": "η simulated",
    "length_aware_error": "length-aware error",
    "eta_application": "η of application",
    "eta_background": "η of background",
    "eta_heterogeneity": "η of heterogeneity",
    "barrier_wait": "barrier wait",
    "total_cost": "total cost",
    "overhead_share": "other kernel work",
    "checkpoints": "checkpoints per job",
    "class_variation": "variation of classes",
    "warm_up_jobs": "warm-up jobs",
    "execution_slowdown": "execution slowdown",
    "target_met": "target met",
    "target_workers": "workers on target",
    "fewest_workers": "fewest workers",
    "best_fixed_ratio": "time over the best",
    "feasible_barriers": "feasible barriers",
    "loss_median": "median loss",
    "loss_q95": "loss in 95 %",
    "loss_maximum": "largest loss",
    "loss_minimum": "largest gain",
    "time_loss_q95": "time loss in 95 %",
    "background_delay": "background delay",
}
"""By name, where the title is long."""

FIELDS = {
    "mean time between arrivals": "interarrival time",
    "weight of the fair share": "fair-share weight",
    "estimate over run time": "estimate",
    "multiprogramming level": "multiprogramming",
}
"""What a field is called in few words, where the first of its words do not say it."""

LEADS_ON = ("of", "the", "a", "an", "over", "per", "by", "to", "in", "at", "with", "for", "between", "and", "such")
"""Words that a name cannot end with."""

LONGEST_FIELD = 18
"""Characters of the name of a field in few words."""

LONGEST_NAME = 16
"""Characters of a name that somebody gave to a class or a group."""


def in_sentence(metric: str) -> str:
    """The title as it stands within a sentence: in quotation marks where it has marks of its own."""
    title = metric_words(metric).title
    return f"“{title}”" if any(mark in title for mark in ",:") else title


def short_title(metric: str, longest: int = LONGEST_NAME) -> str:
    """The title in few words; of "slowdown[long jobs]" the name too, if need be cut to so many characters."""
    base, bracket, rest = metric.partition("[")
    short = SHORT.get(base, METRICS[base].title.removeprefix("mean "))
    return f"{short} {METRICS[base].qualifier.format(cut(rest[:-1], longest))}" if bracket else short


def short_field(title: str) -> str:
    """What a field of this *title* is called in few words, all of them whole: "weight of “short”" is as it is."""
    words = FIELDS.get(title, title).split()
    while len(words) > 1 and (len(" ".join(words)) > LONGEST_FIELD or words[-1] in LEADS_ON):
        words.pop()
    return cut(" ".join(words), LONGEST_FIELD)


def cut(name: str, longest: int = LONGEST_NAME) -> str:
    """A *name* of at most so many characters."""
    return name if len(name) <= longest else f"{name[: longest - 1].rstrip()}…"
