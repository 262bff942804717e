"""`make audit`: licences of what is locked, and holes as a service on this machine tells them."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tests import audit

HOLE = {
    "id": "GHSA-1",
    "aliases": ["CVE-1"],
    "summary": "Everybody gets in.",
    "modified": "2026-01-01T00:00:00Z",
    "affected": [
        {
            "package": {"ecosystem": "PyPI", "name": "django"},
            "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "99.1"}]}],
        }
    ],
}


class Service(BaseHTTPRequestHandler):
    """Knows one hole, in Django."""

    asked: list[str]

    def do_POST(self) -> None:
        queries = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
        type(self).asked = [one["package"]["name"] for one in queries]
        known = {"vulns": [{"id": HOLE["id"], "modified": HOLE["modified"]}]}
        self._answer({"results": [known if name == "django" else {} for name in self.asked]})

    def do_GET(self) -> None:
        self._answer(HOLE)

    def _answer(self, value: Any) -> None:
        data = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *arguments: Any) -> None:
        """Nothing."""


@pytest.fixture
def service() -> Iterator[str]:
    """The address of a service on this machine."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Service) as server:
        worker = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        worker.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        worker.join()


def test_licences_of_all_that_is_locked_may_be_used() -> None:
    said = {name: audit.licence(name) for name, _ in audit.locked()}
    assert len(said) > 40
    assert {name: licence for name, licence in said.items() if licence and not audit.allowed(licence)} == {}


@pytest.mark.parametrize("licence", ["GPL-3.0", "AGPL-3.0-only", "MIT AND GPL-2.0", "Proprietary", "?", "MIT, Other"])
def test_others_may_not(licence: str) -> None:
    assert not audit.allowed(licence)
    assert audit.allowed(f"{licence} OR MIT")


def test_a_known_hole_is_told(service: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert audit.main(service) == 1
    assert sorted(Service.asked) == sorted(name for name, _ in audit.locked())
    version = dict(audit.locked())["django"]
    said = capsys.readouterr().out.splitlines()
    assert said[-2] == f"django {version}: GHSA-1 / CVE-1, fixed in 99.1. Everybody gets in."
    assert said[-1].endswith("1 known holes.")


def test_without_one_all_is_well(service: str) -> None:
    assert audit.holes([("attrs", "26.1.0")], service) == []


def test_where_nobody_answers_that_is_said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "locked", lambda: [("attrs", "26.1.0")])
    assert audit.main("http://127.0.0.1:1") == audit.UNKNOWN
    assert "COULD NOT BE CHECKED" in capsys.readouterr().out
