"""The commands and their options: each can be understood, old spellings go on, and documents use the new ones."""

import re
import shlex
from pathlib import Path
from typing import Any

import click
import orjson
import pytest
import yaml
from click.testing import CliRunner

import app
from commands import old
from commands.dev import dev
from components import PORT
from corral.link import HERE
from engine.study.registry import EXAMPLES

PROJECT = Path(__file__).parent.parent
COMMANDS = {**app.main.commands, **{f"dev {name}": one for name, one in dev.commands.items()}}
ABOUT_A_STUDY = ("run", "why", "break", "saturation", "export")


def options_of(command: click.Command) -> dict[str, click.Option]:
    return {name: one for one in command.params if isinstance(one, click.Option) for name in one.opts}


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_can_be_read_at_once(name: str) -> None:
    command = COMMANDS[name]
    options = options_of(command)
    assert len(options) <= 10
    assert all(one.help for one in options.values())
    assert len((command.help or "").split("\n")[0]) <= 90
    if name in ABOUT_A_STUDY:
        assert len(options) >= 5
        assert {"--replications", "--seed", "--tasks", "--log", "--zone"} <= options.keys()


def invoke(*command: str) -> Any:
    return CliRunner().invoke(app.main, command)


@pytest.fixture
def study(tmp_path: Path) -> str:
    tree = EXAMPLES["backfilling-helps"].model_dump(mode="json") | {"policies": ["FCFS", "EASY"]}
    (tmp_path / "study.json").write_bytes(orjson.dumps(tree))
    return str(tmp_path / "study.json")


ALIKE = {
    "--why FCFS EASY": "why STUDY FCFS EASY",
    "--why EASY FCFS --format json": "why STUDY EASY FCFS --format json",
    "--against STUDY --seed 7": "why STUDY --against STUDY --seed 7",
    "--break EASY FCFS --steps 20 --by makespan": "break STUDY EASY FCFS --steps 20 --by makespan",
    "--break EASY FCFS --steps 20 --bag": "break STUDY EASY FCFS --steps 20 --bag",
    "--break-all --steps 20 --format json": "break STUDY --steps 20 --format json",
    "--jobs FILE.csv": "export STUDY FILE.csv",
    "--schedule FILE.swf": "export STUDY FILE.swf --schedule FCFS",
    "--schedule FILE.csv --policy EASY": "export STUDY FILE.csv --schedule EASY",
    "--saturation": "saturation STUDY",
    "--model FILE.json": "export STUDY FILE.json --model",
    "--log-jobs 3 --log STUDY": "run STUDY --log STUDY",
    "--log-scale 3 --log STUDY": "run STUDY --log STUDY",
}
"""What stood after `run STUDY`, and the same now; the last four are refused, of a list of jobs."""


@pytest.mark.parametrize("before", ALIKE)
def test_an_old_option_of_run_does_what_its_command_does(before: str, study: str, tmp_path: Path) -> None:
    def spelled(words: str, file: str) -> list[str]:
        return shlex.split(words.replace("STUDY", study).replace("FILE", str(tmp_path / file)))

    one, other = invoke("run", study, *spelled(before, "before")), invoke(*spelled(ALIKE[before], "now"))
    assert one.exit_code == other.exit_code
    note, *_ = one.stderr.splitlines()
    assert note.startswith("Note: this is spelled `")
    assert "Note:" not in other.output
    if other.exit_code == 0 and other.stdout:
        assert one.stdout == other.stdout
    if other.exit_code and "--log" not in before:
        assert one.stderr.splitlines()[-1] == other.stderr.splitlines()[-1]
    written = [sorted(tmp_path.glob(f"{name}.*")) for name in ("before", "now")]
    assert [one.read_bytes() for one in written[0]] == [one.read_bytes() for one in written[1]]
    assert written[0] or "FILE" not in before or one.exit_code


def test_every_old_option_of_run_is_held_against_its_command() -> None:
    assert {word for words in ALIKE for word in words.split()} >= old.OLD_OPTIONS
    assert old.OLD_OPTIONS.isdisjoint(options_of(app.main.commands["run"]))


@pytest.mark.parametrize(
    ("before", "words"),
    [
        ("--why FCFS EASY --break-all", "one question at a time"),
        ("--break-all --out x", "no other output option"),
        ("--why FCFS EASY --format csv", "table or json"),
        ("--policy EASY --jobs x.csv", "--policy says whose schedule is written"),
    ],
)
def test_what_did_not_go_together_is_refused(before: str, words: str, study: str) -> None:
    done = invoke("run", study, *before.split())
    assert done.exit_code == 1
    assert words in done.output


@pytest.mark.parametrize("before", [*old.BELOW_DEV, "bench", *(f"bench --{one}" for one in old.MEASURED)])
def test_a_command_of_maintainers_is_found_by_its_old_name(before: str) -> None:
    context = click.Context(app.main)
    group, command, rest = app.main.resolve_command(context, [*before.split(), "--help"])
    assert (group, command, rest[-1]) == ("dev", dev, "--help")
    assert rest[0] in dev.commands
    assert rest[0] == before.split("--")[-1]


def test_bench_measures_without_a_word_about_its_name() -> None:
    done = invoke("bench", "--case", "nothing of that name")
    assert "there is no case" in done.output
    assert "Note:" not in done.output


PARTS = ("docs", "engine", "lessons", "components", "workers", "corral")
WRITTEN = [
    path
    for path in [*PROJECT.glob("*.md"), *(one for part in PARTS for one in (PROJECT / part).rglob("*"))]
    if path.suffix in (".md", ".py", ".ipynb") and path.name != "CHANGELOG.md"
]
NAMES = "|".join([*app.main.commands, *old.BELOW_DEV, "bench"])
COMMAND_LINE = re.compile(rf"(?:app\.py|`corral|`)\s?((?:{NAMES})(?: [^`|]*)?)[`|\n]")


def said_in(text: str) -> list[str]:
    """The command lines in a *text*, without what is only a word."""
    return [one for one in COMMAND_LINE.findall(text) if " " in one]


def test_documents_and_docstrings_use_the_spellings_of_now() -> None:
    assert said_in("`run A --why B C`") == ["run A --why B C"]
    objections, seen = [], 0
    for path in WRITTEN:
        for line in said_in(path.read_text(encoding="utf-8")):
            words = line.replace("[", " ").replace("]", " ").split("#")[0].split()
            name = " ".join(words[:2]) if words[0] == "dev" else words[0]
            options = {one for one in words if one.startswith("--")}
            seen += len(options)
            if name not in COMMANDS or not options <= options_of(COMMANDS[name]).keys():
                objections.append(f"{path.relative_to(PROJECT)}: {line}")
    assert not objections
    assert seen > 30


def test_the_readme_names_every_command() -> None:
    text = (PROJECT / "README.md").read_text(encoding="utf-8")
    assert not [name for name in COMMANDS if f"python3 app.py {name}" not in text]


NAME_THE_PORT = ("Dockerfile", "gunicorn.conf.py", "README.md", "lessons/README.md", "corral/connection.py")
"""Files that cannot read the constant, or show it to people."""


def test_the_port_is_the_same_everywhere() -> None:
    assert f":{PORT}" in HERE
    assert next(one for one in app.main.commands["serve"].params if one.name == "port").default == PORT
    composed = yaml.safe_load((PROJECT / "docker-compose.yml").read_text())["services"]["web"]
    texts = {name: (PROJECT / name).read_text() for name in NAME_THE_PORT}
    for where, text in {**texts, "docker-compose.yml": str(composed)}.items():
        named = re.findall(r"(?:127\.0\.0\.1|0\.0\.0\.0|\}|EXPOSE )[: ]?(\d{4})\b", text)
        assert set(named) == {str(PORT)}, where
    assert all(one.endswith(f":{PORT}:{PORT}") for one in composed["ports"])
