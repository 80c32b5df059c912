"""The notebooks of the documentation do what they show, in a kernel as whoever opens them has.

`CORRAL_NOTEBOOKS=write` stores what they give instead.
"""

import os
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

PROJECT = Path(__file__).parents[2]
NOTEBOOKS = sorted((PROJECT / "docs" / "notebooks").glob("*.ipynb"))

pytestmark = [pytest.mark.slow, pytest.mark.processes]


def told(cell: Any) -> tuple[str, list[str]]:
    """What a cell prints, which may come in any number of pieces, and what it shows, as text."""
    printed = "".join(one["text"] for one in cell["outputs"] if one["output_type"] == "stream")
    return printed, [one["data"]["text/plain"] for one in cell["outputs"] if "data" in one]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_a_notebook_does_what_it_shows(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, folder in (("IPYTHONDIR", "ipython"), ("JUPYTER_RUNTIME_DIR", "runtime"), ("JUPYTER_DATA_DIR", "data")):
        monkeypatch.setenv(name, str(tmp_path / folder))
    monkeypatch.setenv("PYTHONPATH", str(PROJECT))
    stored = nbformat.read(path, 4)
    run = nbformat.read(path, 4)
    NotebookClient(run, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    if os.environ.get("CORRAL_NOTEBOOKS") == "write":
        for cell in run.cells:
            cell.metadata = {}
        nbformat.write(run, path)
        return
    pairs = [(a, b) for a, b in zip(stored.cells, run.cells, strict=True) if a.cell_type == "code"]
    assert [told(b) for _, b in pairs] == [told(a) for a, _ in pairs]
    assert any("data" in one for _, b in pairs for one in b["outputs"])


def test_there_are_three() -> None:
    assert len(NOTEBOOKS) == 3
