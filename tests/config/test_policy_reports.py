"""The address of policy reports takes what browsers send, believes nothing of it, and never fails."""

import json
import logging
from collections import deque
from typing import Any

import pytest
from django.test import Client

from config import policy_reports
from config.policy_reports import LARGEST, MOST_A_MINUTE, NEW, OLD

BODY = {
    "document-uri": "https://x.example/p/secret-slug/?q=what+was+typed",
    "effective-directive": "script-src-elem",
    "blocked-uri": "https://evil.example/x.js?token=abc",
    "script-sample": "a text of somebody",
}
NEWER = {
    "documentURL": "https://x.example/account/",
    "effectiveDirective": "style-src-attr",
    "blockedURL": "inline",
}


@pytest.fixture(autouse=True)
def _no_reports_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy_reports, "_lately", deque(maxlen=MOST_A_MINUTE))


def send(body: Any, kind: str = OLD, **more: Any) -> int:
    raw = body if isinstance(body, bytes) else json.dumps(body)
    client = Client(enforce_csrf_checks=True)
    return client.post("/csp-report/", raw, content_type=kind, **more).status_code


def test_a_report_is_a_line_without_queries_names_and_texts(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "pyramidion.policy"):
        assert send({"csp-report": BODY}) == 204
        assert send([{"type": "csp-violation", "body": NEWER}, {"type": "deprecation", "body": BODY}], NEW) == 204
    assert [record.getMessage() for record in caplog.records] == [
        "The policy's script-src-elem stopped https://evil.example on project",
        "The policy's style-src-attr stopped inline on account",
    ]
    assert not any(word in caplog.text for word in ("secret-slug", "typed", "token", "somebody"))


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b" ", OLD, 400),
        (b"\xff\xfe\x00", OLD, 400),
        (b"[" * 5000, NEW, 400),
        (b"1" * 5000, NEW, 400),
        ([], OLD, 400),
        ({"csp-report": "text"}, OLD, 400),
        ({"csp-report": {}}, OLD, 204),
        ({"csp-report": {"document-uri": 7, "blocked-uri": ["x"], "effective-directive": None}}, OLD, 204),
        ({"csp-report": {"document-uri": "https://[", "blocked-uri": "\n\x00", "violated-directive": "\n"}}, OLD, 204),
        ([{"type": "csp-violation"}], NEW, 400),
        ([7], NEW, 400),
        ([{"type": "other"}] * 21, NEW, 400),
        ([], NEW, 204),
        ({"csp-report": {}}, "application/json", 415),
        ({"csp-report": {}}, "text/plain", 415),
        (b" " * (LARGEST + 1), OLD, 413),
    ],
)
def test_whatever_is_sent_is_answered(body: Any, kind: str, status: int, caplog: pytest.LogCaptureFixture) -> None:
    assert send(body, kind) == status
    assert "\n" not in "".join(record.getMessage() for record in caplog.records)


@pytest.mark.parametrize("length", ["-1", "x", "9" * 30, "٣"])
def test_a_length_that_is_none_is_too_large(length: str) -> None:
    assert send(b"{}", OLD, CONTENT_LENGTH=length) == 413


def test_a_flood_fills_no_log(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(policy_reports.time, "monotonic", lambda: now[0])
    flood = [{"type": "csp-violation", "body": NEWER}] * 20
    with caplog.at_level(logging.WARNING, "pyramidion.policy"):
        assert [send(flood, NEW) for _ in range(3)] == [204, 429, 429]
        now[0] += 61
        assert send(flood, NEW) == 204
    lines = [record for record in caplog.records if record.name == "pyramidion.policy"]
    assert len(lines) == MOST_A_MINUTE + 20
