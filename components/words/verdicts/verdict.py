"""What a study says about its policies: one short sentence, and line by line what there is to say besides."""

from typing import NamedTuple

from components.words.as_recorded import recorded_lines
from components.words.feedback import feedback_lines
from components.words.log_caveats import caveat_lines, not_modelled_lines
from components.words.other_sizes import other_sizes_lines
from components.words.overload import overload_lines
from components.words.partitions import partition_lines
from components.words.policy_names import with_policy_names
from components.words.resampled import resampled_lines
from components.words.searches.chosen_best import selection_headline, selection_lines
from components.words.searches.goals import goal_headline, goal_lines
from components.words.searches.worst import worst_headline, worst_lines
from components.words.shaken import shaken_lines
from components.words.short_titles import in_sentence
from components.words.verdicts.headline import LONGEST, headline
from components.words.verdicts.leaders import best_policy
from components.words.verdicts.pairs import many_lines, pair_lines
from components.words.verdicts.told_pair import told_pair
from components.words.verdicts.verdict_of_list import headline_of_list, verdict_of_list
from components.words.wording import THIN, first_metric
from engine.results.comparison import differences
from engine.results.result import Result

ONE_BY_ONE = 5
"""Most policies that get a sentence each."""

PREVIEW = "Preview: "

NARROW = "\u202f"
"""As narrow as the space in thousands, and no line ends there."""


class Verdict(NamedTuple):
    """The sentence that stands above the picture, and the lines behind "more"."""

    short: str
    more: tuple[str, ...]


def verdict(result: Result, metric: str = "", is_preview: bool = False) -> Verdict:
    """What the study shows of *metric*, or of the first one; a preview is said to be one.

    Of a log whose jobs asked for what is not modelled, the first sentence on that stands beside it.
    """
    short, more = _verdict(result, metric, is_preview)
    if not result.cells_done:
        return Verdict(_told(short), tuple(map(_told, more)))
    first = not_modelled_lines(result)[:1]
    others = (one for one in caveat_lines(result) if one not in first)
    return Verdict(_told(" ".join([short, *first])), tuple(map(_told, (*others, *more))))


def _told(sentence: str) -> str:
    """With the names of policies in full, and with numbers that stay on one line."""
    return with_policy_names(sentence).replace(THIN, NARROW)


def _verdict(result: Result, metric: str, is_preview: bool) -> Verdict:
    metric = metric or first_metric(result.scenario)
    lead = PREVIEW if is_preview else ""
    if result.scenario.study.goal is not None and result.cells_done and not is_preview:
        return Verdict(goal_headline(result, LONGEST), (*goal_lines(result), *overload_lines(result)))
    if result.selected is not None and result.cells_done and not is_preview:
        return Verdict(selection_headline(result, LONGEST), tuple(selection_lines(result)))
    if result.worst is not None and result.cells_done and not is_preview:
        return Verdict(worst_headline(result, LONGEST), tuple(worst_lines(result)))
    say = headline if result.scenario.is_random else headline_of_list
    return Verdict(lead + say(result, metric, LONGEST - len(lead)), tuple(_more(result, metric)))


def _more(result: Result, metric: str) -> list[str]:
    policies = list(result.scenario.policies)
    if result.cells_done == 0:
        return []
    if not result.scenario.is_random:
        return [verdict_of_list(result, metric)]
    lines: list[str] = []
    if len(policies) > 1:
        is_map = result.scenario.study.and_vary is not None
        if not is_map:
            found = [differences(result, point, metric) for point in range(len(result.points))]
            pair = told_pair(result, metric)
            point = pair.point if pair else None
            if len(policies) > ONE_BY_ONE:
                lines += many_lines(result, metric, found, point)
            else:
                lines += [line for other in policies[1:] for line in pair_lines(result, metric, other, found, point)]
        if len(result.points) > 1 and (is_map or len(policies) > 2):
            lines.append(_counted(result, metric))
    of_log = [
        *partition_lines(result.scenario),
        *other_sizes_lines(result.scenario),
        *feedback_lines(result),
        *recorded_lines(result, metric),
        *shaken_lines(result, metric),
        *resampled_lines(result, metric),
    ]
    return [*lines, *of_log, *overload_lines(result)]


def _counted(result: Result, metric: str) -> str:
    """Who is best at how many points."""
    best = [best_policy(result, point, metric) for point in range(len(result.points))]
    parts = [f"{name} is best at {best.count(name)}" for name in result.scenario.policies if name in best]
    if unclear := best.count(""):
        parts.append(f"no policy is shown to be best at {unclear}")
    if nowhere := best.count(None):
        parts.append(f"none settles at {nowhere}")
    return f"By {in_sentence(metric)}, {', '.join(parts)} of {len(best)} points."
