"""What cannot be started is said in a sentence, at once, with a status that a supervisor sees."""

import socket

import pytest
from click.testing import CliRunner

import app
from components.server import serving
from components.visits.proxies import trusted


@pytest.fixture(autouse=True)
def _nothing_else_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise AssertionError("this is started although there is nowhere to serve")

    monkeypatch.setattr(serving, "Embedded", fail)
    monkeypatch.setattr(serving, "start_workers", fail)
    monkeypatch.delenv("REDIS_URL", raising=False)
    trusted.cache_clear()


def _says(*arguments: str) -> str:
    found = CliRunner().invoke(app.main, list(arguments))
    assert found.exit_code == 1
    assert isinstance(found.exception, SystemExit)
    return found.output.strip()


def test_a_port_in_use_is_said_before_anything_starts() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert _says("serve", "--no-browser", "--port", port).endswith("Choose another one with --port.")


@pytest.mark.parametrize("host", ["192.0.2.1", "no such host"])
def test_an_address_that_is_not_here_is_said(host: str) -> None:
    said = _says("serve", "--no-browser", "--host", host, "--port", "0")
    assert said.endswith("Choose an address of this computer with --host.")


@pytest.mark.parametrize("url", ["nonsense", "http://127.0.0.1", "redis://127.0.0.1:port/0"])
@pytest.mark.parametrize("command", [["serve", "--no-browser", "--port", "0"], ["worker"], ["health"]])
def test_a_broker_that_cannot_be_one_is_said_in_a_line(
    url: str, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", url)
    said = _says(*command)
    assert "REDIS_URL names no Redis server: it has to be like redis://HOST:6379/0" in said
    assert len(said.splitlines()) == 1
    with pytest.raises(SystemExit, match="REDIS_URL names no Redis server"):
        app.__getattr__("server")


def test_a_proxy_that_is_none_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CORRAL_PROXIES", "proxy.example")
    assert "CORRAL_PROXIES" in _says("serve", "--no-browser", "--port", "0")
