"""A command that there is not."""

import sys

import pytest

import app


def test_a_mistyped_command_is_not_taken_for_an_option_of_serve(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for typed, meant in (("exampels", "examples"), ("severe", "serve")):
        monkeypatch.setattr(sys, "argv", ["app.py", typed])
        with pytest.raises(SystemExit) as ended:
            app.command()
        assert ended.value.code == 2
        told = capsys.readouterr().err
        assert f"No such command '{typed}'" in told
        assert meant in told
