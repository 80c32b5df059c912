"""What makes a folder of results fit for an archive: what each file and column is, and how to compute it again.

The metadata are written in the manner of RO-Crate 1.1 (Soiland-Reyes et al. 2022, doi 10.3233/DS-210053); authors, date
and license are left open, for whoever publishes them.
"""

from shlex import quote
from typing import Any

import orjson

from engine import ENGINE_VERSION
from engine.metrics.catalogue import metric_of
from engine.results.result import Result

FILES = {
    "scenario.json": "the scenario: cluster, workload, policies and study; everything else follows from it",
    "result.json": "the result with every cell to the last bit, as the Studio opens it",
    "methods.txt": "a paragraph for the methods section of a paper",
    "cells.csv": "a row for each replication, policy, point and metric",
    "summary.csv": "a row for each policy, point and metric: means over the replications with 95 % intervals",
    "rerun.sh": "computes the study again, and says whether it is the same to the last bit",
    "metadata.json": "title, version and files, in the manner of RO-Crate",
}
"""What the files of a folder are; those of cells and summary are there as .parquet and .json as well."""

COLUMNS = {
    "policy": "name of the policy",
    "replication": "number of the replication, from 1 (cells)",
    "metric": "name of the metric, see below",
    "unit": "of value, mean, low and high",
    "value": "of the metric in the replication; empty where it has none (cells)",
    "mean": "over the replications that are there (summary)",
    "low, high": "ends of its 95 % interval; empty where there is none (summary)",
    "replications": "how many have the metric (summary)",
    "settles": "whether the queue settles: where it is false, a mean depends on how long one looks (summary)",
}
"""Columns of cells and summary, beside one for each varied field."""


def archive_files(result: Result, names: list[str]) -> dict[str, bytes]:
    """README.txt, rerun.sh and metadata.json, by name, for a folder that has the files called *names* beside them."""
    return {
        "README.txt": _readme(result, names).encode(),
        "rerun.sh": _rerun(result).encode(),
        "metadata.json": orjson.dumps(_metadata(result, names), option=orjson.OPT_INDENT_2),
    }


def title_of(result: Result) -> str:
    """What the study is called, or of which models it is."""
    return str(result.scenario.title or f"A study of {result.scenario.family.replace('-', ' ')}")


def _readme(result: Result, names: list[str]) -> str:
    swept = list(result.points[0])
    described = {name: FILES[name] for name in FILES if name in {*names, "rerun.sh", "metadata.json"}}
    metrics = {name: metric_of(name) for name in result.names}
    parts = [
        title_of(result),
        f"Computed by Corral, engine {ENGINE_VERSION}; fingerprint {result.fingerprint()}.",
        _listed("Files", {**described, "cells, summary": ".parquet and .json hold the same as .csv"}),
        _listed(
            "Columns of cells and summary", {**COLUMNS, **dict.fromkeys(swept, "value of this field of the scenario")}
        ),
        _listed(
            "Metrics",
            {name: f"{one.title} ({one.unit}). {one.definition} Source: {one.source}" for name, one in metrics.items()},
        ),
    ]
    return "\n\n".join(parts) + "\n"


def _listed(head: str, entries: dict[str, str]) -> str:
    return f"{head}\n" + "\n".join(f"- {name}: {text}" for name, text in entries.items())


def _rerun(result: Result) -> str:
    """A script for the shell; a log, or a policy in Python, that does not travel with the scenario has to be named."""
    wanted = ["--log FILE"] if getattr(result.scenario, "is_logged", False) else []
    wanted += ["--policy FILE"] if getattr(result, "sources", ()) else []
    usage = f"sh rerun.sh {' '.join(wanted)}"
    check = f'[ $# -gt 0 ] || {{ echo "{usage}: what does not travel with the scenario"; exit 2; }}\n' if wanted else ""
    fingerprint = result.fingerprint()
    return (
        "#!/bin/sh\n"
        f'# Computes the study again, by engine {ENGINE_VERSION} of Corral; in a checkout CORRAL="python3 app.py".\n'
        f"set -e\n{check}folder=$(mktemp -d)\n"
        '${CORRAL:-corral} run "$(dirname "$0")/scenario.json" "$@" --out "$folder"\n'
        f'if grep -qF {quote(fingerprint)} "$folder/result.json"; then\n'
        f'  echo "the same to the last bit: {fingerprint}"\n'
        "else\n"
        f'  echo "not the same: it was {fingerprint}, by engine {ENGINE_VERSION}"; exit 1\n'
        "fi\n"
    )


def _metadata(result: Result, names: list[str]) -> dict[str, Any]:
    files = [*names, "README.txt", "rerun.sh"]
    return {
        "@context": "https://w3id.org/ro/crate/1.1/context",
        "@graph": [
            {
                "@id": "metadata.json",
                "@type": "CreativeWork",
                "about": {"@id": "./"},
                "conformsTo": {"@id": "https://w3id.org/ro/crate/1.1"},
            },
            {
                "@id": "./",
                "@type": "Dataset",
                "name": title_of(result),
                "description": str(result.scenario.notes or ""),
                "author": [],
                "license": "",
                "datePublished": "",
                "identifier": result.fingerprint(),
                "hasPart": [{"@id": name} for name in files],
                "wasGeneratedBy": {"@id": "#run"},
            },
            {
                "@id": "#run",
                "@type": "CreateAction",
                "instrument": {"@id": "#corral"},
                "object": {"@id": "scenario.json"},
                "result": {"@id": "./"},
            },
            {"@id": "#corral", "@type": "SoftwareApplication", "name": "Corral", "version": ENGINE_VERSION},
            *({"@id": name, "@type": "File", "description": _described(name)} for name in files),
        ],
    }


def _described(name: str) -> str:
    stem = name.rpartition(".")[0]
    return FILES.get(name) or FILES.get(f"{stem}.csv") or {"README.txt": "what is what"}.get(name, "")
