"""The README leads to files that are there."""

import re
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent
README = (PROJECT / "README.md").read_text(encoding="utf-8")
PACKAGES = ("corral", "engine", "workers", "components", "commands")
NAMED = sorted({name for name in re.findall(r"`([\w<>*./-]+)`", README) if name.endswith((".py", ".js", ".md", "/"))})


@pytest.mark.parametrize("name", NAMED)
def test_what_the_readme_names_is_there(name: str) -> None:
    """Without a folder it is anywhere in the packages."""
    pattern = re.sub(r"<\w+>", "*", name).rstrip("/")
    folders = ("",) if name.split("/", 1)[0] in {one.name for one in PROJECT.iterdir()} else PACKAGES
    assert any(found for folder in folders for found in (PROJECT / folder).glob(f"**/{pattern}" if folder else pattern))


@pytest.mark.parametrize("path", re.findall(r"\]\(([\w./-]+)\)", README))
def test_links_lead_somewhere(path: str) -> None:
    assert (PROJECT / path).exists()
