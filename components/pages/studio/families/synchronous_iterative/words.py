"""What the pictures of synchronous iterative applications show, in sentences."""

from components.figures.common.asked_for import asked_for
from components.figures.synchronous_iterative.eta_curves import half_widths
from components.figures.synchronous_iterative.eta_errors import percent_words
from components.figures.synchronous_iterative.eta_parts import has_hours, last_part
from components.figures.synchronous_iterative.machine_choice import x_over_c
from components.figures.synchronous_iterative.processor_staircase import steps_at_present
from components.looks.synchronous_iterative import Part
from components.words.wording import number
from engine.synchronous_iterative.replay.tree import Groups, Trace

MINUS = "\u2212"

TOO_FAR = 10
"""Percent by which the factors may differ."""


def machines_words(groups: Groups, counts: list[int]) -> str:
    """A set of machines: "2 servers and 10 old PCs", or only their number if there is but one group."""
    taken = [f"{n} of “{name}”" for name, n in zip(groups["name"], counts, strict=True) if n]
    if len(groups["name"]) == 1:
        return f"{counts[0]} machine{'' if counts[0] == 1 else 's'}"
    return f"{', '.join(taken[:-1])} and {taken[-1]}" if len(taken) > 1 else "".join(taken)


def describe_choice(trace: Trace) -> str:
    """What the policy chooses, whether its bound is kept, and whether the formula can be believed there."""
    chosen, groups = trace["chosen"], trace["groups"]
    several = f" ({machines_words(groups, chosen['counts'])})" if len(groups["name"]) > 1 else ""
    return (
        f"{trace['policy']} takes {chosen['processors']} of {sum(groups['count'])} machines{several}: run time "
        f"{number(chosen['run_time'])} s, cost of the machines {number(chosen['machine_cost'])} machine seconds. "
        f"{chosen['words']}{_warning(trace)}"
    ).strip()


def _warning(trace: Trace) -> str:
    chosen = trace["chosen"]
    if not chosen["warning"]:
        return ""
    formula, aware = chosen["eta"], chosen["eta_length_aware"]
    return (
        f" Warning: here the model breaks. η is {number(formula, 3)} by the formula and {number(aware, 3)} by the "
        f"length-aware formula, {percent_words(formula / aware - 1)} %: the load does not stay as it is within an "
        "iteration."
    )


def describe_processors(trace: Trace) -> str:
    """How η and run time go with the number of machines, and how near the simulation is."""
    columns = asked_for(trace["by_processors"])
    numbers, seconds = columns["processors"], columns["run_time"]
    best = min(range(len(numbers)), key=lambda n: seconds[n])
    return (
        f"From {numbers[0]} to {numbers[-1]} machines η goes from {number(columns['eta'][0], 3)} to "
        f"{number(columns['eta'][-1], 3)}; along this order the run time is least with {numbers[best]}, "
        f"{number(seconds[best])} s. {_apart(trace)} {_simulated(trace)}"
    )


def _apart(trace: Trace) -> str:
    columns = asked_for(trace["by_processors"])
    warned = [n for n, far in zip(columns["processors"], columns["warning"], strict=True) if far]
    if not warned:
        return f"The two formulas are nowhere more than {TOO_FAR} % apart."
    where = f"at P = {warned[0]}" if len(warned) == 1 else f"at {len(warned)} numbers from {warned[0]} to {warned[-1]}"
    nearer = "there the length-aware one is nearer"
    return f"Grey: {where} the two formulas are more than {TOO_FAR} % apart; {nearer}."


def _simulated(trace: Trace) -> str:
    found = trace["simulated"]
    if found is None:
        return "The simulation follows."
    columns = asked_for(trace["by_processors"])
    aware = dict(zip(columns["processors"], columns["eta_length_aware"], strict=True))
    formula = dict(zip(columns["processors"], columns["eta"], strict=True))
    there = zip(found["processors"], found["eta"], half_widths(found, "eta"), strict=True)
    rows = [(formula[n] / mean - 1, aware[n] / mean - 1) for n, mean, _ in there]
    worst = [max((row[k] for row in rows), key=abs) for k in (0, 1)]
    return (
        f"Simulated {found['replications']} times, {found['iterations']} iterations each: the formula is up to "
        f"{percent_words(worst[0])} % off, the length-aware one up to {percent_words(worst[1])} %."
    )


def describe_parts(trace: Trace) -> str:
    """How much each reason adds to η where the policy stops, and what each would do alone."""
    chosen, columns = trace["chosen"], asked_for(trace["by_processors"])
    alone = ", ".join(
        f"{name} {number(chosen['alone'][name], 3)}" for name in ("heterogeneity", "background", "application")
    )
    hours = (
        " The parts are those of the hour of the start; what the loads of later hours change is a part of its own."
        if has_hours(trace)
        else ""
    )
    last = len(columns["processors"]) - 1
    parts: dict[Part, str] = {
        "heterogeneity": "heterogeneity adds",
        "background": "background",
        "application": last_part(trace),
    }
    stacked = ", ".join(
        f"{words} {number(columns['stacked'][name][last], 3).replace('-', MINUS)}" for name, words in parts.items()
    )
    return (
        f"With all {columns['processors'][last]} machines η is {number(columns['eta'][last], 3)}: 1 without any "
        f"imbalance, {stacked}. With the {chosen['processors']} that {trace['policy']} takes, each reason alone would "
        f"give: {alone}. Each part is what its reason adds to those before it.{hours}"
    )


def describe_staircase(trace: Trace) -> str:
    """Where the steps are, and what each algorithm has at the present x/c."""
    price, chosen = x_over_c(trace), trace["chosen"]
    steps = asked_for(trace["staircases"])
    now = steps_at_present(trace)
    told = ", ".join(f"{name} {count}" for name, count in now.items())
    whole = {name: (one["processors"], one["since"]) for name, one in steps.items()}
    same = len(whole) > 1 and all(one == next(iter(whole.values())) for one in whole.values())
    differ = " All of them agree everywhere: their lines lie on each other." if same else ""
    name = next(reversed(steps))
    count = len(steps[name]["since"])
    other = ""
    if now.get(trace["policy"], chosen["processors"]) != chosen["processors"]:
        other = (
            f" {trace['policy']} takes {chosen['processors']} here, since the scenario does not ask for the least cost "
            "of waiting and machines."
        )
    return (
        "The dearer waiting is, the more machines are used; the steps are exact. "
        f"{name} has {count} step{'' if count == 1 else 's'}, from "
        f"{steps[name]['processors'][0]} to {steps[name]['processors'][-1]} machines, the last at x/c = "
        f"{number(steps[name]['since'][-1])}. At x/c = {number(price)}: {told}.{differ}{other} Below: every machine, "
        "as high as it is fast; filled are those that are chosen now."
    )


def describe_costs(trace: Trace) -> str:
    """What the surface and the front show."""
    front, chosen = asked_for(trace["front"]), trace["chosen"]
    convex = sum(front["convex"])
    of = "of all sets of machines" if front["of"] == "all sets" else "of the sets along the order of choice"
    return (
        "The first picture: how much dearer than the least each number of machines is at each x/c, along the order of "
        f"choice; the line is the least. At x/c = {number(x_over_c(trace))} {trace['policy']} costs "
        f"{number(chosen['total_cost'])} machine seconds for waiting and machines. The second: {len(front['convex'])} "
        f"{of} are beaten by no other in run time and in cost of machines, which is the impact on the owners; "
        f"{convex} of them {'is' if convex == 1 else 'are'} best at some x/c. Run time goes from "
        f"{number(front['run_time'][0])} to {number(front['run_time'][-1])} s, cost from "
        f"{number(front['machine_cost'][-1])} to {number(front['machine_cost'][0])}."
    )


def describe_iterations(trace: Trace) -> str:
    """Which iterations are shown, who was last, and how long the others waited."""
    line = asked_for(trace["timeline"])
    numbers, count = line["number"], len(line["machines"]["group"])
    told = []
    for n, number_of in enumerate(numbers):
        arrived, barrier = line["arrived"][n], line["barrier"][n]
        mean = sum(barrier - one for one in arrived) / count
        told.append(
            f"in iteration {number_of + 1} it was machine {line['last'][n] + 1}, after "
            f"{number(barrier - line['begin'][n], 3)} s, and a machine waited {number(mean, 3)} s on average"
        )
    cut = " There are so many changes that only the first are drawn." if line["cut"] else ""
    which = f"Iterations {numbers[0] + 1} to {numbers[-1] + 1}" if len(numbers) > 1 else f"Iteration {numbers[0] + 1}"
    return (
        f"{which} of {line['iterations_in_all']} on {count} machine{'' if count == 1 else 's'}. Everybody waits for "
        f"the last one: {'; '.join(told)}. The fainter a bar, the slower: the machine is shared with the background "
        f"jobs of the orange lane, which is the stronger the more there are.{cut}"
    )


def describe_errors(trace: Trace) -> str:
    """Where the formulas are off, in numbers."""
    table = asked_for(trace["errors"])
    flat = {
        name: [cell for load in table[name] for row in load for cell in row]
        for name in ("formula_error", "length_aware_error", "warning")
    }
    worst = {name: max(flat[name], key=abs) for name in ("formula_error", "length_aware_error")}
    warned = sum(flat["warning"])
    missed = sum(
        abs(error) > TOO_FAR / 100 and not warn
        for error, warn in zip(flat["formula_error"], flat["warning"], strict=True)
    )
    return (
        "The first picture: how far η by the formula is above (+) or below (−) the simulated one, in percent; the "
        "second: the length-aware formula. Rows are machines P at a load ρ, columns the length of an iteration w: work "
        "of a machine over the mean work of a background job. Equal machines, even work, background jobs as in this "
        f"scenario, {table['replications']} replications. The formula is up to "
        f"{percent_words(worst['formula_error'])} % off, the length-aware one up to "
        f"{percent_words(worst['length_aware_error'])} %. A ! marks the {warned} of {len(flat['warning'])} cells where "
        f"the two differ by more than {TOO_FAR} % and the page warns; {missed} more cells are off by as much without a "
        "warning, since there both are too low."
    )
