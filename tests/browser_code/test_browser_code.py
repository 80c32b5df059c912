"""The browser code as a whole: the bundle is that of its modules, and node's own tests of them."""

import json
import re
import shlex

from components.server.front.files import BUNDLE
from tests import node


def test_the_bundle_is_that_of_the_modules() -> None:
    """A failure: a module was changed, and `npm run bundle` not called."""
    _, *arguments = shlex.split(json.loads((node.PROJECT / "package.json").read_text())["scripts"]["bundle"])
    told = [one for one in arguments if not one.startswith(("--outfile", "--sourcemap"))]
    made = node.run(node.tool("esbuild"), *told)
    assert made.stderr == ""
    assert made.stdout.encode() == BUNDLE.read_bytes()


def test_packages_are_pinned_by_their_content_and_come_from_anywhere() -> None:
    lock = json.loads(node.LOCK.read_text())["packages"]
    assert len(lock) > 10
    assert [name for name, one in lock.items() if "resolved" in one] == []
    assert [name for name, one in lock.items() if name and "integrity" not in one] == []
    asked = json.loads((node.PROJECT / "package.json").read_text())
    wanted = asked["dependencies"] | asked["devDependencies"]
    assert {name: lock[f"node_modules/{name}"]["version"] for name in wanted} == wanted


def test_what_node_tests_itself() -> None:
    ran = node.run("--test", "tests/browser_code/*.test.mjs")
    assert ran.returncode == 0, ran.stdout


def test_nothing_for_the_linter_and_all_as_it_formats() -> None:
    found = node.run(node.tool("biome"), "ci", "--colors=off")
    assert found.returncode == 0, found.stderr + found.stdout


def test_types_are_those_that_are_said() -> None:
    found = node.run(node.tool("tsc"), "--pretty", "false")
    assert found.returncode == 0, found.stdout


def test_what_is_strict_stays_so_and_every_new_module_is() -> None:
    """`tsc --strict` as a whole, but for the modules of a list. A failure: one that is not on it has a value of no type
    or does not look whether one is null; or one that is on it does neither any more, and is to be taken off."""
    listed = (node.PROJECT / "tests/browser_code/not_yet_strict.txt").read_text().split()
    found = node.run(node.tool("tsc"), "--pretty", "false", "--noImplicitAny", "true", "--strictNullChecks", "true")
    loose = {name for name in re.findall(r"^components/assets/clientside/([\w/]+\.js)\(", found.stdout, re.MULTILINE)}
    assert sorted(loose) == listed, found.stdout
    assert len(listed) <= LEFT


LEFT = 153
"""How many there were when this was written last: fewer each time."""
