"""The verdict: what a study shows of a metric, in one sentence of at most 90 characters.

It names the metric, the winner, a factor, and the place if the winner or the factor depends on it. What it says is
shown by paired intervals, or it says that nothing is.
"""

from collections.abc import Callable, Iterator
from math import floor, isnan, log10
from typing import NamedTuple

from components.words.as_recorded import recorded_value
from components.words.nothing_computed import nothing_computed
from components.words.policy_names import with_policy_names
from components.words.short_titles import cut, in_sentence, short_title
from components.words.units import Unit, unit_for
from components.words.verdicts.degrees import TIMES, degrees_of, same
from components.words.verdicts.gaps import POINTS, gap_shown, gap_unit
from components.words.verdicts.leaderboard import CLEAR, Leaderboard, Pair, closest, is_map
from components.words.verdicts.leaders import is_neutral
from components.words.verdicts.limits import listed
from components.words.verdicts.places import by_number, places_of, turn_words
from components.words.wording import capital, metric_words, number, shown_metric
from engine.results.comparison import Difference
from engine.results.result import Result

FRACTIONS = {10: "a tenth", 20: "a fifth", 25: "a quarter", 33: "a third", 67: "two thirds", 75: "three quarters"}
"""Of a whole percentage: what is that many percent below another one, to the whole percent, is told by this name."""

SHORT_POINTS = "points"


def two_digits(value: float) -> str:
    """A *value* with two significant digits: "21", "1.1", "1 200"."""
    if value != value or value == 0:
        return number(value)
    return number(round(value, 1 - floor(log10(abs(value)))), 2)


def absolute_unit(metric: str, size: float) -> Unit:
    """In what an absolute difference is told that has this *size*, in the unit of the model: times and rates as people
    think of them, as all else on the page."""
    unit, scale = gap_unit(metric, False), metric_words(metric).scale
    told = unit_for(unit, size * scale)
    return told._replace(factor=told.factor * scale)


def size_against(found: Difference, metric: str, other: str | None = None, is_short: bool = False) -> str:
    """How far a policy is from the *other* one, its base: "a fifth below SED-NU", "twice that of FCFS", "3 s above FF".

    A factor from two on is a factor; half is half. Of percentages *is_short* says "points".
    """
    other = found.other if other is None else other
    shown = gap_shown(found.size, metric, found.is_relative)
    where = "below" if shown.mean < 0 else "above"
    if not found.is_relative:
        told = absolute_unit(metric, abs(found.size.mean))
        unit = SHORT_POINTS if is_short and told.name == POINTS else told.name
        return f"{two_digits(abs(found.size.mean) * told.factor)}{f' {unit}' if unit else ''} {where} {other}"
    percent = round(abs(shown.mean))
    if where == "below" and percent == 50:
        return f"half that of {other}"
    if where == "above" and percent >= 100:
        factor = two_digits(1 + found.size.mean)
        return f"{'twice' if factor == '2' else f'{factor} times'} that of {other}"
    if where == "below" and percent == 100 and found.size.mean > -1:
        return f"over 99 % below {other}"
    if where == "below" and percent in FRACTIONS:
        return f"{FRACTIONS[percent]} below {other}"
    return f"{two_digits(abs(shown.mean))} % {where} {other}"


def more_than(found: Difference, metric: str, title: str, is_short: bool = False) -> str:
    """The same with the *title* of the metric: "80 % more processors than Exact", "twice the efficiency of Random"."""
    shown = gap_shown(found.size, metric, found.is_relative)
    degrees = degrees_of(metric)
    degree = degrees.less if shown.mean < 0 else degrees.more
    text = size_against(found, metric, "", is_short).strip()
    if text.endswith("that of"):
        return f"{text.removesuffix('that of')}the {title} of {found.other}"
    size = f"{two_digits(abs(shown.mean))} %" if found.is_relative else text.rpartition(" ")[0]
    return f"{size} {degree} {title} than {found.other}"


LONGEST = 90
"""Characters of a verdict."""

LONGEST_OF_CLASS = 24
"""Characters of the name of a class before it is cut: "128 to 256 processors" are not."""


class Words(NamedTuple):
    """What a sentence is made of, in full or in few words: the metric, the place with its "at", and whether units are
    to be short."""

    title: str
    at: str
    is_short: bool


Sentence = Callable[[Words], str]


def headline(result: Result, metric: str, longest: int = LONGEST) -> str:
    """What the study shows of *metric* in one sentence of at most so many characters."""
    if result.cells_done == 0:
        return nothing_computed(result)
    point, sentences = _told(result, metric)
    places = places_of(result, point)
    number = [by_number(point)] if point is not None and result.points[point] else places
    titles = [in_sentence(metric), short_title(metric, LONGEST_OF_CLASS)]
    # Every sentence is tried in whole words before a name is cut, and then before a place is told by its number.
    tries = [(titles, places), ([short_title(metric)], places), (titles, number), ([short_title(metric)], number)]
    fitting = (
        text
        for named, told in tries
        for sentence in sentences
        for words in _words(named, told)
        if len(text := with_policy_names(sentence(words))) <= longest
    )
    shortest = with_policy_names(sentences[-1](Words(short_title(metric), number[-1], True)))
    return next(fitting, f"{cut(shortest, longest - 1)}.")


def _words(titles: list[str], places: list[str]) -> Iterator[Words]:
    """From full words to few ones."""
    for is_short in (False, True):
        for at in places:
            for title in dict.fromkeys(titles):
                yield Words(title, at, is_short)


def _told(result: Result, metric: str) -> tuple[int | None, list[Sentence]]:
    """What is told and at which point: ways to say it, the best first."""
    policies = list(result.scenario.policies)
    board = Leaderboard(result, metric)
    if not board.there:
        nobody = policies[0] if len(policies) == 1 else "No policy"
        no = "does not settle" if len(policies) == 1 else "settles"
        if degrees_of(metric) is TIMES:
            nobody = f"{nobody} {'does not keep' if len(policies) == 1 else 'keeps'} up with the arrivals"
            return None, [
                lambda words: f"{nobody}: the {words.title} grows with every job.",
                lambda words: f"{nobody}: {words.title} grows.",
            ]
        return None, [lambda words: f"{nobody} {no}, so there is no {words.title} to tell."]
    if len(policies) == 1:
        return _alone(result, metric, board.there, "With")
    if _is_early(result):
        return None, _too_early(result)
    if not board.compared:
        return _alone(result, metric, board.there, "Only")
    if len(board.blocks) > 1:
        return None, _turns(board)
    if is_map(result) and not is_neutral(metric) and board.counts.total() * CLEAR < len(board.compared):
        last = _last(result, metric, *board.last) if board.last else []
        return None, [*last, *_nobody(result, metric, len(result.points) - board.counts.total())]
    if not board.counts:
        return _without_winner(board)
    return _winner(board)


def _is_early(result: Result) -> bool:
    """Whether a study runs, and some of its policies do not have two replications at each of its points yet."""
    if result.complete or result.failed or not result.scenario.is_random:
        return False
    return bool((result.done.sum(axis=2) < min(2, result.done.shape[2])).any())


def _too_early(result: Result) -> list[Sentence]:
    names = list(result.scenario.policies)
    who = listed(names) if len(names) == 2 else f"all {len(names)} policies"
    return [
        lambda said: f"Too early to compare the {said.title} of {who}.",
        lambda said: f"{capital(said.title)}: too early to compare the policies.",
    ]


def _nobody(result: Result, metric: str, count: int) -> list[Sentence]:
    """Of a map that shows next to nothing."""
    where = f"{'any' if count == len(result.points) else count} of {len(result.points)} points"
    return [
        lambda said: f"No policy is shown to have the {_most(metric)} {said.title} at {where}.",
        lambda said: f"{capital(said.title)}: no policy is shown to be best at {where}.",
        lambda said: f"{capital(said.title)}: no clear best at {where}.",
        lambda said: f"No policy is shown to be best at {where}.",
    ]


def _last(result: Result, metric: str, last: str, at: list[int]) -> list[Sentence]:
    """Who is last at these points, and what it has there."""
    words = shown_metric(metric, result)
    means = [result.estimate(n, last, metric).mean for n in at]
    ends = [two_digits(one * words.scale) for one in (min(means), max(means))]
    unit = words.shown_unit or words.unit
    value = f"{' to '.join(dict.fromkeys(ends))}{'' if unit == '1' else f' {unit}'}"
    is_once = any(isnan(result.estimate(n, last, metric).low) for n in at)
    once = f"{'On this log' if result.scenario.blocks else 'One replication'}: " if is_once else ""
    where = "everywhere" if len(at) == len(result.points) else f"at {len(at)} of {len(result.points)} points"
    degrees = degrees_of(metric)
    worst = degrees.least if metric_words(metric).less_is_better is False else degrees.most
    return [lambda said: f"{once}{last} has the {worst} {said.title} {where}, {value}."]


def _most(metric: str) -> str:
    """What the best value of a metric is called."""
    degrees = degrees_of(metric)
    return degrees.most if metric_words(metric).less_is_better is False else degrees.least


def _alone(result: Result, metric: str, there: list[int], how: str) -> tuple[int | None, list[Sentence]]:
    """The value of the one policy that settles, in the middle of a sweep; of a map from where to where it is."""
    point = there[len(there) // 2]
    policy = next(name for name in result.scenario.policies if result.settles(point, name))
    words = shown_metric(metric, result)
    found = result.estimate(point, policy, metric)
    if found.replications == 0:
        return point, [lambda said: f"{policy}: no replication has a {said.title}{why_missing(result, point, policy)}."]
    unit = words.shown_unit or words.unit
    with_unit = "" if unit == "1" else f" {unit}"
    value = f"{two_digits(found.mean * words.scale)}{with_unit}"
    if how == "Only":
        return point, [
            lambda said: f"Only {policy} settles: its {said.title} is {value}{said.at}.",
        ]
    if is_map(result):  # of two values nobody knows whose they are
        found_at = [result.estimate(n, policy, metric) for n in there if result.settles(n, policy)]
        means = [one.mean * words.scale for one in found_at if one.replications]
        ends = [two_digits(one) for one in (min(means), max(means))]
        return None, [lambda said: f"With {policy} the {said.title} is {' to '.join(dict.fromkeys(ends))}{with_unit}."]
    return point, [
        lambda said: f"With {policy} the {said.title} is {value}{said.at}.",
        lambda said: f"{capital(said.title)} with {policy}: {value}{said.at}.",
    ]


def why_missing(result: Result, point: int, policy: str) -> str:
    """Why what is measured of jobs is missing, where that is known."""
    if "warm_up_jobs" not in result.names or result.estimate(point, policy, "response_time").replications:
        return ""  # of a family without jobs, or of a class of jobs that did not come
    if result.estimate(point, policy, "warm_up_jobs").replications == 0:
        return ", since no job was taken"
    return ", since the warm-up leaves no job"


def _turns(board: Leaderboard) -> list[Sentence]:
    """Of a sweep along which the order of policies turns: who leads up to where, and who leads beyond."""
    result, metric, blocks = board.result, board.metric, board.blocks
    most = _most(metric)
    if len(blocks) == 2:
        first, then = (_few_names(block.policies) for block in blocks)
        have, are = ("has", "is") if len(blocks[0].policies) == 1 else ("have", "are")
        ways = turn_words(result, metric, blocks[0], blocks[1], then)

        def in_full(way: str) -> Sentence:
            return lambda said: f"{first} {have} the {most} {said.title} {way}."

        def shorter(way: str) -> Sentence:
            return lambda said: f"{capital(said.title)}: {first} {are} best {way}."

        fewest: list[Sentence] = [lambda said: f"{capital(said.title)}: {first} leads first, then {then}."]
        return [*map(in_full, ways), *map(shorter, ways), *fewest]
    counts = [f"{name} at {board.counts[name]}" for name in result.scenario.policies if name in board.counts]
    where = f" of {len(result.points)} points"
    turns: list[Sentence] = [lambda said: f"The order of policies by {said.title} turns {len(blocks) - 1} times."]
    if len(counts) < 2:
        return turns
    told = ", ".join([counts[0] + where, *counts[1:]])
    return [lambda said: f"{capital(most)} {said.title}: {told}.", *turns]


def _few_names(names: tuple[str, ...]) -> str:
    """The names of some policies, or of the first and how many others."""
    return listed(list(names)) if len(names) < 3 else f"{names[0]} and {len(names) - 1} others"


def _winner(board: Leaderboard) -> tuple[int | None, list[Sentence]]:
    """The policy that is best at most points, and by how much it leads the next one where it does."""
    result, metric, won, winner = board.result, board.metric, board.won, board.winner
    most = _most(metric)
    count = sum(name == winner for name in board.best.values())
    is_everywhere = count == len(result.points) > 1
    if is_everywhere or is_map(result):
        where = "everywhere" if is_everywhere else f"at {count} of {len(result.points)} points"

        def bare(said: Words) -> str:
            return f"{winner} has the {most} {said.title} {where}."

        next_ones = [closest(board.found[n]) for n in won]
        if len({one.is_relative for one in next_ones}) > 1:
            return None, [bare]
        span = _span(next_ones, metric)
        others = {one.other for one in next_ones}
        whom = others.pop() if len(others) == 1 else "the next"
        return None, [
            lambda said: f"{winner} has the {most} {said.title} {where}: {span(said.is_short)} {whom}.",
            lambda said: f"{capital(said.title)}: {winner} is {span(said.is_short)} {whom} {where}.",
            lambda said: f"{capital(said.title)}: {winner} leads {where}, {span(True)}.",
            bare,
        ]
    assert board.pair is not None  # somebody has won somewhere
    point = board.pair.point
    telling = closest(board.found[point])

    def size(said: Words) -> str:
        return size_against(telling, metric, is_short=said.is_short)

    return point, [
        lambda said: f"{winner} has the {most} {said.title}{said.at}: {size(said)}.",
        lambda said: f"{capital(said.title)}: {winner} is {size(said)}{said.at}.",
        lambda said: f"{capital(said.title)}: {winner} {size(said)}{said.at}.",
    ]


def _span(found: list[Difference], metric: str) -> Callable[[bool], str]:
    """By how much, from the least to the largest of several differences: "3.1 to 21 % below"."""
    ascending = sorted(found, key=lambda one: abs(one.size.mean))
    where = "below" if ascending[-1].size.mean < 0 else "above"

    def words(is_short: bool) -> str:
        is_relative = ascending[0].is_relative
        ends = [size_against(one, metric, "", is_short) for one in (ascending[0], ascending[-1])]
        if ends[0] == ends[1]:
            return ends[0].strip()
        largest = max(abs(ascending[0].size.mean), abs(ascending[-1].size.mean))
        unit, scale = ("%", 100.0) if is_relative else absolute_unit(metric, largest)
        low, high = (two_digits(abs(one.size.mean) * scale) for one in (ascending[0], ascending[-1]))
        unit = "points" if is_short and unit == "percentage points" else unit
        return f"{low} to {high}{f' {unit}' if unit else ''} {where}"

    return words


def _of_one_log(result: Result, metric: str, point: int) -> list[Sentence]:
    """Every policy with its value on the log, the best first, and the value that the machine's own scheduler had."""
    words = shown_metric(metric, result)
    unit = words.shown_unit or words.unit
    sign = -1 if metric_words(metric).less_is_better is False else 1
    means = {name: result.estimate(point, name, metric).mean for name in result.scenario.policies}
    values = sorted(((sign * one, name) for name, one in means.items() if not isnan(one)))
    told = [f"{name} {number(abs(value) * words.scale, 3)}" for value, name in values]
    recorded = recorded_value(result, metric)
    as_recorded = [] if recorded is None else [f"as recorded {number(recorded * words.scale, 3)}"]
    end = "" if unit == "1" else f" {unit}"
    ways = [[*told, *as_recorded], [*told[:2], told[-1], *as_recorded], [told[0], told[-1], *as_recorded]]

    def listing(way: list[str]) -> Sentence:
        return lambda said: f"On this log, {said.title}{said.at}: {', '.join(dict.fromkeys(way))}{end}."

    return [listing(way) for way in [*ways, [told[0], told[-1]]]]


def _without_winner(board: Leaderboard) -> tuple[int | None, list[Sentence]]:
    """No policy is best anywhere: who leads where some are shown to be behind, or that nothing is shown."""
    result, metric, found, compared, pair = board.result, board.metric, board.found, board.compared, board.pair
    assert pair is not None  # two can be compared
    point = pair.point
    if any(one.shown for one in found[point]):
        return point, _leading(board, pair)
    is_once = any(isnan(one.size.low) for one in found[point])
    if is_once and result.scenario.blocks and any(one.size.mean for one in found[point]):
        return point, _of_one_log(result, metric, point)
    is_everywhere = len(compared) == len(result.points) > 1 and not is_once
    another = _another(result, metric, point) if is_once else ""
    return (None if is_everywhere else point), _nothing_shown(metric, found[point], compared, found, another)


def _another(result: Result, metric: str, point: int) -> str:
    """The first metric by which policies differ that have the same *metric* at this point; "" where none does."""
    policies = [name for name in result.scenario.policies if result.settles(point, name)]
    for name in result.names:
        means = {result.estimate(point, policy, name).mean for policy in policies}
        if name != metric and len(means) > 1 and not any(map(isnan, means)):
            return in_sentence(name)
    return ""


def _leading(board: Leaderboard, pair: Pair) -> list[Sentence]:
    metric, found = board.metric, board.found[pair.point]
    against = next(one for one in found if one.other == pair.second)
    name = pair.first
    ties = [one for one in found if not one.shown]
    who = ties[0].other if len(ties) == 1 else f"{len(ties)} others"
    do = ("does the same" if len(ties) == 1 else "do the same") if all(one.exactly_same for one in ties) else "may tie"
    tie = f"; {who} {do}" if ties and not is_neutral(metric) else ""
    return [
        lambda said: f"{name} has {more_than(against, metric, said.title, said.is_short)}{said.at}{tie}.",
        lambda said: f"{name} has {more_than(against, metric, said.title, said.is_short)}{said.at}.",
        lambda said: f"{capital(said.title)}: {name} is {size_against(against, metric, is_short=True)}{said.at}{tie}.",
        lambda said: f"{capital(said.title)}: {name} {size_against(against, metric, is_short=True)}{said.at}.",
    ]


def _nothing_shown(
    metric: str,
    own: list[Difference],
    compared: list[int],
    found: dict[int, list[Difference]],
    another: str,
) -> list[Sentence]:
    """No difference at this point, or that all do the same, or that it cannot be known; not yet, while cells come."""
    names = [own[0].policy, *(one.other for one in own)]
    who = listed(names) if len(names) == 2 else f"all {len(names)} policies"
    between = "between" if len(names) == 2 else "among"
    if all(one.size.replications == 0 for one in own):
        return [
            lambda said: f"No replication has the {said.title} of {who}{said.at}.",
            lambda said: f"No replication has the {said.title} of {'both' if len(names) == 2 else who}.",
        ]
    if all(one.exactly_same for n in compared for one in found[n]):
        return [
            lambda said: f"{capital(who)} have exactly {same(metric)} {said.title}{said.at}.",
        ]
    if all(isnan(one.size.low) for one in own):
        if all(one.size.mean == 0 for one in own):
            also = f"; they differ in {another}" if another else ""  # and at no other point in this metric
            return [
                lambda said: f"One replication: {who} have {same(metric)} {said.title}{also}.",
                lambda said: f"One replication: {who} have {same(metric)} {said.title}.",
            ]
        one = max(own, key=lambda one: abs(one.size.mean))
        return [
            lambda said: f"One replication: {one.policy} has {more_than(one, metric, said.title)}{said.at}.",
            lambda said: f"One replication: {one.policy} is {size_against(one, metric, is_short=True)}{said.at}.",
        ]
    return [
        lambda said: f"No difference in {said.title} {between} {who} is shown{said.at}.",
        lambda said: f"{capital(said.title)}: no difference {between} {who} is shown{said.at}.",
        lambda said: f"{capital(said.title)}: no difference is shown.",
    ]
