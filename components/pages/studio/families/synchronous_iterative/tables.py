"""The data tables behind the pictures of synchronous iterative applications."""

from components.controls.data_table import DataTable
from components.figures.common.asked_for import asked_for
from components.figures.synchronous_iterative.eta_curves import Curve, half_widths
from components.figures.synchronous_iterative.eta_errors import percent_words
from components.figures.synchronous_iterative.eta_parts import Reason, last_part
from components.figures.synchronous_iterative.machine_costs import above_least
from components.looks.synchronous_iterative import REASONS
from components.words.wording import MISSING, number
from engine.synchronous_iterative.replay.tree import Trace

CURVES: tuple[Curve, ...] = ("eta", "run_time")


def _group_heads(trace: Trace) -> list[str]:
    """A column for each group, if there are several."""
    names = trace["groups"]["name"]
    return [f"of “{name}”" for name in names] if len(names) > 1 else []


def _group_counts(trace: Trace, counts: list[int]) -> list[int]:
    return counts if len(counts) > 1 else []


def processors_table(trace: Trace) -> DataTable:
    """The curves over the number of machines, with the simulated ones where the trace has them."""
    columns, simulated = asked_for(trace["by_processors"]), trace["simulated"]
    known: dict[int, list[str]] = {}
    if simulated is not None:
        halves = {name: half_widths(simulated, name) for name in CURVES}
        for n, count in enumerate(simulated["processors"]):
            known[count] = [f"{number(simulated[name][n])} ± {number(halves[name][n], 2)}" for name in CURVES]
    body = []
    for n, count in enumerate(columns["processors"]):
        eta, run_time = known.get(count, [MISSING, MISSING])
        body.append(
            [
                count,
                *_group_counts(trace, columns["counts"][n]),
                number(columns["eta"][n]),
                number(columns["eta_length_aware"][n]),
                percent_words(columns["eta"][n] / columns["eta_length_aware"][n] - 1),
                eta,
                number(columns["run_time"][n]),
                number(columns["run_time_length_aware"][n]),
                run_time,
                number(columns["machine_cost"][n]),
                number(columns["total_cost"][n]),
            ]
        )
    head = [
        "machines",
        *_group_heads(trace),
        "η",
        "η, length-aware",
        "formula above length-aware (%)",
        "η, simulated, ± 95 %",
        "run time (s)",
        "run time, length-aware (s)",
        "run time, simulated (s), ± 95 %",
        "cost of machines (machine seconds)",
        "cost of waiting and machines (machine seconds)",
    ]
    return DataTable("η, run time and cost along the order of choice.", head, body)


def _parts(trace: Trace) -> DataTable:
    columns = asked_for(trace["by_processors"])
    alone: tuple[Reason, ...] = ("heterogeneity", "background", "application")
    body = [
        [
            count,
            *(number(columns["stacked"][name][n]) for name in REASONS),
            number(columns["eta"][n]),
            *(number(columns["alone"][name][n]) for name in alone),
        ]
        for n, count in enumerate(columns["processors"])
    ]
    head = ["machines", "no imbalance", "+ heterogeneity", "+ background", f"+ {last_part(trace)}", "= η"]
    return DataTable("Parts of η, and η for each reason alone.", [*head, *(f"{name} alone" for name in alone)], body)


def _steps(trace: Trace) -> DataTable:
    body = []
    for policy, steps in asked_for(trace["staircases"]).items():
        for n, since in enumerate(steps["since"]):
            is_last = n + 1 == len(steps["since"])
            body.append(
                [
                    policy,
                    number(since, 8),
                    "∞" if is_last else number(steps["since"][n + 1], 8),
                    steps["processors"][n],
                    *_group_counts(trace, steps["counts"][n]),
                    number(steps["eta"][n]),
                    number(steps["run_time"][n]),
                    number(steps["machine_cost"][n]),
                ]
            )
    head = ["algorithm", "from x/c", "to x/c", "machines", *_group_heads(trace), "η", "run time (s)"]
    return DataTable(
        "Breakpoints of the staircases, without any grid.", [*head, "cost of machines (machine seconds)"], body
    )


def _machines(trace: Trace) -> DataTable:
    groups, machines = trace["groups"], trace["machines"]
    rows = zip(machines["group"], machines["number"], machines["rank"], machines["chosen"], strict=True)
    body = [
        [
            rank + 1,
            groups["name"][group],
            n + 1,
            groups["delta"][group],
            number(groups["load"][group], 3),
            number(groups["cost"][group], 4),
            number(groups["key"][group], 4),
            "yes" if chosen else "no",
        ]
        for group, n, rank, chosen in sorted(rows, key=lambda row: row[2])
    ]
    head = ["order", "group", "number", "δ", "load ρ at the start", "cost c at the start", "δ / (Δ (1 − ρ))", "chosen"]
    return DataTable(f"The machines in the order of choice, and what {trace['policy']} takes.", head, body)


def _surface(trace: Trace) -> DataTable:
    surface = asked_for(trace["surface"])
    body = [
        [number(price, 4), count, number(cost, 5), number(above, 3)]
        for price, costs, percents in zip(surface["x_over_c"], surface["total_cost"], above_least(trace), strict=True)
        for count, cost, above in zip(surface["processors"], costs, percents, strict=True)
    ]
    head = ["x/c", "machines", "cost of waiting and machines (machine seconds)", "above the least (%)"]
    return DataTable("Cost at each x/c along the order of choice.", head, body)


def _front(trace: Trace) -> DataTable:
    front = asked_for(trace["front"])
    body = [
        [
            front["processors"][n],
            *_group_counts(trace, front["counts"][n]),
            number(front["eta"][n]),
            number(front["run_time"][n]),
            number(front["machine_cost"][n]),
            "yes" if convex else "no",
        ]
        for n, convex in enumerate(front["convex"])
    ]
    head = ["machines", *_group_heads(trace), "η", "run time (s)", "cost of machines (machine seconds)"]
    return DataTable(
        f"Sets that no other beats in both, of {front['of']}, the fastest first.", [*head, "best at some x/c"], body
    )


def _iterations(trace: Trace) -> DataTable:
    line = asked_for(trace["timeline"])
    body = [
        [
            number_of + 1,
            machine + 1,
            trace["groups"]["name"][line["machines"]["group"][machine]],
            number(arrived - begin, 5),
            number(barrier - arrived, 4),
            "last" if machine == last else "",
        ]
        for number_of, begin, barrier, row, last in zip(
            line["number"], line["begin"], line["barrier"], line["arrived"], line["last"], strict=True
        )
        for machine, arrived in enumerate(row)
    ]
    head = ["iteration", "machine", "group", "computes (s)", "waits (s)", "who was last"]
    return DataTable("When each machine was at the barrier, and how long it waited.", head, body)


def _errors(trace: Trace) -> DataTable:
    table = asked_for(trace["errors"])
    body = []
    for i, load in enumerate(table["loads"]):
        for j, count in enumerate(table["processors"]):
            for k, length in enumerate(table["lengths"]):
                body.append(
                    [
                        number(load),
                        count,
                        number(length),
                        *(number(table[name][i][j][k]) for name in ("eta", "eta_length_aware", "eta_simulated")),
                        number(table["standard_error"][i][j][k], 2),
                        percent_words(table["formula_error"][i][j][k]),
                        percent_words(table["length_aware_error"][i][j][k]),
                        "yes" if table["warning"][i][j][k] else "no",
                    ]
                )
    head = [
        "load ρ",
        "machines P",
        "length w",
        "η by formula",
        "η, length-aware",
        "η, simulated",
        "standard error of the latter",
        "error of the formula (%)",
        "error of the length-aware one (%)",
        "warning",
    ]
    return DataTable("Formulas against simulation.", head, body)


BY_PROCESSORS = "by-processors"

TABLES = {
    BY_PROCESSORS: processors_table,
    "eta-parts": _parts,
    "steps": _steps,
    "machines": _machines,
    "surface": _surface,
    "front": _front,
    "iterations": _iterations,
    "eta-errors": _errors,
}
