"""What the comparison says: a sentence for each policy on how another side differs from A, and where it is shown."""

from math import floor, isnan, log10

from components.pages.compare.view import View
from components.words.policy_names import policy_name
from components.words.units import unit_for
from components.words.verdicts.degrees import is_plural
from components.words.verdicts.gaps import gap_shown, gap_told, gap_unit, gap_words
from components.words.wording import metric_words, number, point_words
from engine.results.contrast import Contrast
from engine.results.matching import matches

KINDS = LESS, MORE, NONE, SAME, ONCE = "less", "more", "none", "same", "once"


def findings(view: View) -> list[str]:
    """The answer: one sentence for each policy of both, or why nothing can be compared."""
    unknown = [side for side, result in view.results.items() if result.cells_done == 0]
    if unknown:
        return [f"Nothing is known about {' and '.join(unknown)} yet. Press Run."]
    if not view.common:
        return [f"A and {view.other} have no policy in common, so only their curves are put together."]
    if not matches(view.a.scenario, view.b.scenario, view.slices):
        return [
            f"No point of A matches one of {view.other}, so only their curves are put together: {_what_varies(view)}."
        ]
    if view.a.scenario.content_hash() == view.b.scenario.content_hash():
        return [f"A and {view.other} are the same study: choose another one to compare."]
    found = [_finding(view, policy) for policy in view.common]
    return list(filter(None, found)) or ["No policy can be compared at the points that match."]


def _what_varies(view: View) -> str:
    words = []
    for side, result in view.results.items():
        scenario = result.scenario
        points = scenario.points()
        middle = point_words(scenario, points[len(points) // 2])
        words.append(f"{side} has {len(points)} points such as {middle}" if points[0] else f"{side} is a single point")
    return ", ".join(words)


def kind_of(contrast: Contrast) -> str:
    """Whether the other side is shown to have less or more, or no difference is shown."""
    if contrast.exactly_same:
        return SAME
    if isnan(contrast.size.low):
        return ONCE
    if not contrast.shown:
        return NONE
    return LESS if contrast.size.mean < 0 else MORE


def _finding(view: View, policy: str) -> str:
    own = [one for one in view.contrasts if one.policy == policy]
    if not own:
        return ""
    told = [one for one in own if one.shown] or own
    telling = told[len(told) // 2]
    kinds = [kind_of(one) for one in own]
    if len(set(kinds)) == 1 and len(own) > 1:
        return f"{_everywhere(view, telling, own, kinds[0])}."
    rest = []
    for kind in sorted(set(kinds), key=lambda kind: (kind != kind_of(telling), KINDS.index(kind))):
        some = [one for one in own if kind_of(one) == kind]
        if some != [telling]:
            rest.append(f"{_short(view, kind)} {_where(view, own, some)}")
    return "; ".join([_clause(view, telling) + _at(view, telling), *rest]) + "."


def _clause(view: View, contrast: Contrast) -> str:
    """How the other side differs at one point."""
    title, kind = metric_words(view.metric).title, kind_of(contrast)
    subject = f"the {title} {'under' if ' of ' in title else 'of'} {policy_name(contrast.policy)}"
    verb = "are" if is_plural(title) else "is"
    size = gap_words(contrast.size, view.metric, contrast.is_relative, signed=kind == NONE)
    if kind in (LESS, MORE) and (rounded := _rounded(view, contrast)):
        size = rounded
    if kind == SAME:
        return f"With {view.other} {subject} {verb} exactly the same"
    if kind == NONE:
        among = "" if view.other == "B" else f" between A and {view.other}"
        return f"No difference in {subject}{among} is shown ({size})"
    so_far = ""
    if kind == ONCE:  # more digits of it are noise
        shown, unit = gap_told(contrast.size, view.metric, contrast.is_relative)
        size = f"{number(abs(shown.mean), 2)} {unit}".rstrip()
        so_far = " in the one replication so far"
    return f"With {view.other} {subject} {verb} {size} {view.less_and_more[contrast.size.mean > 0]}{so_far}"


def _rounded(view: View, contrast: Contrast) -> str:
    """The size to two digits, where its interval is narrower than the last of them: more would be read as precision,
    and the table has them. "" where the interval says more than that."""
    shown, unit = gap_told(contrast.size, view.metric, contrast.is_relative)
    last = 10.0 ** (floor(log10(abs(shown.mean))) - 1)
    if not shown.half_width <= last / 2:
        return ""
    return f"{number(abs(shown.mean), 2)} {unit}".rstrip()


def _at(view: View, contrast: Contrast) -> str:
    return f" at {point_words(view.a.scenario, contrast.match.values)}" if contrast.match.values else ""


def _everywhere(view: View, telling: Contrast, own: list[Contrast], kind: str) -> str:
    """The same kind of difference at all points."""
    clause, count = _clause(view, telling), len(own)
    if kind == SAME:
        return f"{clause} at all {count} points compared"
    clause += _at(view, telling)
    if kind not in (LESS, MORE):
        others = "point" if count == 2 else f"{count - 1} points"
        return f"{clause}, nor at the other {others} compared" if kind == NONE else clause
    sizes = sorted(abs(gap_shown(one.size, view.metric, one.is_relative).mean) for one in own)
    unit = unit_for(gap_unit(view.metric, telling.is_relative), sizes[-1])
    span = f"{number(sizes[0] * unit.factor, 2)} to {number(sizes[-1] * unit.factor, 2)} {unit.name}".rstrip()
    return f"{clause}; {span} over the {count} points compared"


def _short(view: View, kind: str) -> str:
    less, more = view.less_and_more
    words = {LESS: less, MORE: more, NONE: "no difference shown", SAME: "exactly the same", ONCE: "one replication"}
    return words[kind]


def _where(view: View, among: list[Contrast], some: list[Contrast]) -> str:
    """In words, which part of the matching points some of them are."""
    path = view.difference_panel.paths["A"]
    if not path or (len(some) > 1 and some != among[among.index(some[0]) : among.index(some[-1]) + 1]):
        return f"at {len(some)} of the {len(among)} points compared"
    first, last = (number(view.difference_panel.factor * one.match.values[path]) for one in (some[0], some[-1]))
    if len(some) == 1:
        return f"at {first}"
    if some[0] == among[0]:
        return f"up to {last}"
    return f"from {first} on" if some[-1] == among[-1] else f"from {first} to {last}"


def signed(text: str) -> str:
    """*text* with the sign that is as wide as a digit."""
    return text.replace("-", "\u2212")


def unbroken(text: str) -> str:
    """*text* whose numbers stay on one line with their uncertainty and their percent sign."""
    for breaking, kept in (("\u2009", "\u202f"), (" ± ", "\u00a0±\u00a0"), (" %", "\u00a0%")):
        text = text.replace(breaking, kept)
    return text
