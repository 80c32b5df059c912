"""Results and bench figures as text and files, for the command line."""

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import orjson
from tabulate import tabulate

from engine.inputs.rejection import Reason, ScenarioError
from engine.inputs.scenario import Scenario
from engine.metrics.catalogue import metric_of
from engine.papers.catalogue import Paper, Statement
from engine.papers.claims import Held, claims_on, finding, tally
from engine.papers.reproduction import Reproduction, mean_deviations, reproductions
from engine.reports.archive import archive_files
from engine.reports.coverage import Finding
from engine.reports.searches import Counted
from engine.results.export import cells, summaries
from engine.results.formats import FORMATS, to_csv
from engine.results.result import Result
from engine.results.worst import tree as tree_of_worst
from engine.study.registry import EXAMPLES, FAMILIES, parse_scenario, read_scenario


def chosen_scenario(name: str, replications: int | None = None, seed: int | None = None) -> Scenario:
    """The example or file called *name*, with other replications or another seed if given."""
    if name in EXAMPLES:
        scenario = EXAMPLES[name]
    elif Path(name).is_file():
        scenario = parse_scenario(Path(name).read_bytes())
    else:
        like = get_close_matches(name, EXAMPLES, 3, 0.6) or list(EXAMPLES)
        which = "these are" if len(like) == len(EXAMPLES) else "the nearest is" if len(like) == 1 else "the nearest are"
        sentence = f'"{name}" is neither a file nor one of the examples; {which} {", ".join(like)}'
        raise ScenarioError([Reason("", sentence)])
    return replicated(scenario, replications, seed)


def replicated(scenario: Scenario, replications: int | None, seed: int | None) -> Scenario:
    """The *scenario* with other replications or another seed if given."""
    given = {name: value for name, value in (("replications", replications), ("seed", seed)) if value is not None}
    if not given:
        return scenario
    tree = orjson.loads(scenario.canonical())
    tree["study"] |= given
    return read_scenario(tree)


def report(result: Result, form: str, caveats: Sequence[str] = ()) -> str:
    """The summary of *result* as "table", "json" or "csv"; CSV has no place for *caveats*, sentences on it."""
    if form == "json":
        return orjson.dumps(_tree(result) | {"caveats": list(caveats)}, option=orjson.OPT_INDENT_2).decode()
    if form == "csv":
        return to_csv(summaries(result)).decode().rstrip("\n")
    rows = [
        [row["policy"], _point(row["point"]), row["metric"], row["unit"], row["mean"], row["low"], row["high"]]
        for row in result.rows()
        if metric_of(row["metric"]).group  # the others are parts of a picture or of a test
    ]
    head = ("policy", "point", "metric", "unit", "mean", "low", "high")
    table = tabulate(rows, head, floatfmt=".6g", missingval="-")
    papers = f"{_summaries(result)}{_beside_published(result)}{_claims(result)}"
    said = "".join(f"{sentence}\n" for sentence in caveats)
    return f"{result.scenario.title}\n\n{table}\n\n{said}{papers}{result.signature}"


def _tree(result: Result) -> dict[str, Any]:
    found = reproductions(result)
    return {
        "fingerprint": result.fingerprint(),
        "scenario": orjson.Fragment(result.scenario.as_asked.canonical()),
        "rows": list(result.rows()),
        "summaries": [
            {"caption": one.caption, "rows": [dict(zip(one.head, row, strict=True)) for row in one.body]}
            for one in FAMILIES[result.scenario.family].runs.summaries(result)
        ],
        "published": [one.row() for one in found],
        "mean_absolute_deviation": [one._asdict() for one in mean_deviations(found)],
        "claims": [_claim(held) for held in claims_on(result)],
        **({"searches": [search.tree() for search in result.searches]} if result.searches else {}),
        **({"worst": tree_of_worst(result)} if result.worst is not None else {}),
    }


def _claim(held: Held) -> dict[str, Any]:
    """A claim with its checks; those that other examples answer are only counted."""
    return {
        "claim": held.claim.name,
        "text": held.claim.text,
        "source": held.claim.source,
        "finding": None if held.rest else finding(held.checked).value,
        "checks": [one.row() for one in held.checked],
        "checks_of_other_examples": held.rest,
    }


def _claims(result: Result) -> str:
    """What a paper claims of this study, and what comes of it, as text; "" where nothing is claimed."""
    parts = []
    for held in claims_on(result):
        holding = f"{tally(held.checked).holding} of {len(held.checked)} checks hold here"
        found = f"{holding}, {held.rest} more are of other examples" if held.rest else finding(held.checked).value
        head = ("check", "metric", "measured", "low, together", "high, together", "outcome")
        rows = [[one.check.words, one.check.metric, *one.held[:3], one.outcome.value] for one in held.checked]
        table = tabulate(rows, head, floatfmt=".4g", missingval="-")
        title = f"{held.claim.name} ({held.claim.source}): {held.claim.text}"
        parts.append(f"{title}\n{found}\n\n{table}\n\n")
    return "".join(parts)


def _summaries(result: Result) -> str:
    """The tables about the whole study that its family has, as text."""
    parts = (
        f"{one.caption}\n\n{tabulate(one.body, one.head, floatfmt='.6g', missingval='-')}\n\n"
        for one in FAMILIES[result.scenario.family].runs.summaries(result)
    )
    return "".join(parts)


def _beside_published(result: Result) -> str:
    """Published values beside measured ones as text, and how far they are apart; "" where nothing is published."""
    found = reproductions(result)
    if not found:
        return ""
    head = ("policy", "point", "metric", "unit", "mean", "published", "deviation %", "one more replication", "source")
    body = [_published_row(one) for one in found]
    sides = ("left", "left", "left", "left", "right", "right", "right", "left", "left")
    table = tabulate(body, head, colalign=sides, missingval="-", disable_numparse=True)  # the texts are as they are
    means = tabulate(
        mean_deviations(found), ("source", "policy", "metric", "mean absolute deviation %", "rows"), floatfmt=".2f"
    )
    return f"published beside measured\n\n{table}\n\n{means}\n\n"


def _published_row(one: Reproduction) -> list[Any]:
    row = one.row()
    deviation = row["deviation_percent"]
    in_percent = f"{deviation:+.2f}" if deviation is not None else "transient" if row["transient"] else None
    interval = None
    if row["within_prediction"] is not None:
        verdict = "inside" if row["within_prediction"] else "outside"
        interval = f"{row['next_low']:.7g} to {row['next_high']:.7g}: {verdict}"
    numbers = [None if row[name] is None else f"{row[name]:.7g}" for name in ("mean", "published")]
    place = [row["policy"], _point(row["point"]), row["metric"], row["unit"]]
    return [*place, *numbers, in_percent, interval, row["source"]]


def _point(point: dict[str, float]) -> str:
    return ", ".join(f"{path}={value:g}" for path, value in point.items())


def write_files(result: Result, folder: str, methods: str) -> list[Path]:
    """Write scenario, result, *methods* paragraph, cells and summary in every format, and what an archive wants to know
    of them, into *folder*; the paths.
    """
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    contents = {
        "scenario.json": result.scenario.as_asked.canonical(),
        "result.json": result.to_bytes(),
        "methods.txt": f"{methods}\n".encode(),
    }
    for stem, table in (("cells", cells(result)), ("summary", summaries(result))):
        contents |= {f"{stem}.{ending}": form.write(table) for ending, form in FORMATS.items()}
    contents |= archive_files(result, list(contents))
    for name, text in contents.items():
        (target / name).write_bytes(text)
    return [target / name for name in contents]


def bench_report(found: dict[str, Any], form: str) -> str:
    """The figures of `engine.reports.bench` as "table" or "json"."""
    if form == "json":
        return orjson.dumps(found, option=orjson.OPT_INDENT_2).decode()
    head = {name: name.replace("_", " ") for name in found["cases"][0]}
    table = tabulate(found["cases"], head, floatfmt=".4g", missingval="-")
    return f"yardstick Y = {found['yardstick_ns']:.1f} ns\n\n{table}"


def costs_report(found: list[dict[str, Any]], form: str) -> str:
    """The figures of `cost_accuracy` as "table" or "json": estimated over measured, and the worst of it."""
    if form == "json":
        return orjson.dumps(found, option=orjson.OPT_INDENT_2).decode()
    head = ("family", "estimated", "cells", "seconds", "pace", "median", "within 3", "within 10", "lowest", "highest")
    names = ("cells", "seconds", "pace", "median")
    rows = [
        [one["family"], f"to {one['to']:g} s" if one["to"] else "refused", *(one[name] for name in names)]
        + [_share(one[name]) for name in ("near", "not_far")]
        + [one[end]["ratio"] for end in ("lowest", "highest")]
        for one in found
    ]
    cheap = [
        f"{one['family']}: of {one['cells']} that are refused {one['cheap']} take less than a tenth of what is allowed"
        for one in found
        if not one["to"]
    ]
    worst = [
        f"{one['family']}, {one[end]['policy']}: {one[end]['estimated']:.3g} s estimated, {one[end]['taken']:.3g} s "
        f"taken: {one[end]['scenario']}"
        for one in found
        for end in ("lowest", "highest")
    ]
    return "\n".join([tabulate(rows, head, floatfmt=".3g"), "", *cheap, "", *worst])


def oracle_report(found: list[dict[str, Any]], form: str) -> str:
    """The figures of `cost_oracle` as "table" or "json": how many cells are near by estimate, and could be at all."""
    if form == "json":
        return orjson.dumps(found, option=orjson.OPT_INDENT_2).decode()
    head = ("family", "cells", "seeds", "within", "estimate", "median of other seeds", "best for these seeds")
    rows = [
        [one["family"], one["cells"], one["seeds"], words]
        + [_share(one[name][by]) for by in ("estimate", "oracle", "any")]
        for one in found
        for name, words in (("near", 3), ("not_far", 10))
    ]
    spread = [
        "{}: dearest over cheapest seed of a cell {:.3g} (median), {:.3g} (95 %), {:.3g} (most); the same seed again "
        "{:.3g} (95 %)".format(one["family"], *one["spread"], one["noise"])
        for one in found
    ]
    return "\n".join([tabulate(rows, head), "", *spread])


def _share(found: tuple[float, float, float]) -> str:
    """A share with its interval, %."""
    return "{:.1f} ({:.1f}-{:.1f}) %".format(*(100 * one for one in found))


def start_report(found: list[dict[str, Any]], form: str) -> str:
    """The figures of `engine.reports.start` as "table" or "json"."""
    if form == "json":
        return orjson.dumps(found, option=orjson.OPT_INDENT_2).decode()
    return tabulate(found, {"command": "command", "seconds": "processor time (s)"}, floatfmt=".2f")


def statistics_report(findings: Sequence[Finding], form: str) -> str:
    """The findings of `engine.reports.coverage` as "table" or "json"."""
    rows = [finding._asdict() for finding in findings]
    if form == "json":
        return orjson.dumps(rows, option=orjson.OPT_INDENT_2).decode()
    head = ("case", "studies", "found", "low", "high", "wanted", "as wanted")
    words = {True: "yes", False: "NO", None: ""}
    body = [[*list(row.values())[:-1], words[row["ok"]]] for row in rows]
    return tabulate(body, head, floatfmt=".2f")


def searches_report(found: Sequence[Counted], form: str) -> str:
    """The counts of `engine.reports.searches` as "table" or "json"."""
    rows = [one._asdict() for one in found]
    if form == "json":
        return orjson.dumps(rows, option=orjson.OPT_INDENT_2).decode()
    head = ("what is sought", "truth", "seeds", "right", "the true value", "saving against equal replications")
    body = [[*list(row.values())[:-1], f"{row['saving']:.1f} x" if row["saving"] else "-"] for row in rows]
    return tabulate(body, head, disable_numparse=True)


def scale_report(found: dict[str, Any], form: str) -> str:
    """The figures of `workers.scale` as "table" or "json"."""
    if form == "json":
        return orjson.dumps(found, option=orjson.OPT_INDENT_2).decode()
    alone = ", ".join(f"{value:.1f}" for value in found["alone"])
    head = {name: name.replace("_", " ") for name in found["cases"][0]}
    table = tabulate(found["cases"], head, floatfmt=".3g", missingval="-")
    return f"{found['cells']} cells; one process that carries nothing, before and after: {alone} cells/s\n\n{table}"


def first_report(found: dict[str, Any], form: str) -> str:
    """The figures of `components.server.first_start` as "table" or "json"."""
    if form == "json":
        return orjson.dumps(found, option=orjson.OPT_INDENT_2).decode()
    head = {"wait": "what is waited for", "since": "since", "seconds": "seconds", "goal": "goal (s)"}
    table = tabulate(found["waits"], head, floatfmt=".1f")
    others = "an unknown share" if found["others"] is None else f"{100 * found['others']:.0f} %"
    order = "Examples are asked for one after another, in this order; the goals are for two idle cores."
    return f"{table}\n\n{order}\nOther programs took {others} of the {found['cores']} cores meanwhile."


def class_report(found: dict[str, Any], form: str) -> str:
    """The figures of `components.server.classroom` as "table" or "json"."""
    if form == "json":
        return orjson.dumps(found, option=orjson.OPT_INDENT_2).decode()
    table = tabulate(found["waits"], {name: f"{name} (s)" for name in found["waits"][0]}, floatfmt=".2f")
    errors = "".join(f"\n{error}" for error in found["errors"])
    lost = f"{found['students'] - found['complete']} lost, {len(found['errors'])} errors{errors}"
    return f"{found['students']} students, {found['complete']} complete, {lost}\n\n{table}"


def page_report(found: list[dict[str, Any]], form: str) -> str:
    """The figures of `components.server.page_speed` as "table" or "json"."""
    if form == "json":
        return orjson.dumps(found, option=orjson.OPT_INDENT_2).decode()
    return tabulate(found, {"wait": "what (s)"}, floatfmt=".3g", missingval="-")


def papers_report(found: Sequence[tuple[Paper, Sequence[Statement]]], form: str) -> str:
    """What comes of the papers, a line for each table and claim, as "table" or "json"."""
    names = ("paper", "statement", "verdict", "hold", "fail", "open", "source")
    rows = [[paper.name, one.name, one.verdict.value, *one.tally, one.source] for paper, own in found for one in own]
    if form == "json":
        return orjson.dumps([dict(zip(names, row, strict=True)) for row in rows], option=orjson.OPT_INDENT_2).decode()
    return tabulate(rows, names)
