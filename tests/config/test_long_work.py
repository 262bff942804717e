"""Long work leaves room for edits."""

import gc
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import get_resolver

from annotator.web.slow import is_slow, slow
from config.middleware import long_work
from config.middleware.long_work import LongWork


@slow
def page(request: HttpRequest) -> HttpResponse:
    """A page that takes long."""
    return HttpResponse()


def asked(view: Callable[..., Any] = page, path: str = "/p/p/scores/") -> HttpRequest:
    """A request that has found its view."""
    request = HttpRequest()
    request.method, request.path = "GET", path
    request.resolver_match = SimpleNamespace(func=view)  # type: ignore[assignment]
    return request


class Process:
    """A process whose long views call back into it: what comes while one runs."""

    def __init__(self, *meanwhile: HttpRequest, answer: HttpResponseBase | None = None) -> None:
        self.middleware = LongWork(self.respond)
        self.meanwhile = list(meanwhile)
        self.answer = answer or HttpResponse("done")
        self.seen: list[int] = []

    def respond(self, request: HttpRequest) -> HttpResponseBase:
        assert request.resolver_match is not None
        refused = self.middleware.process_view(request, request.resolver_match.func)
        if refused is not None:
            return refused
        if self.meanwhile:
            self.seen.append(self.middleware(self.meanwhile.pop()).status_code)
        return self.answer

    def ask(self, request: HttpRequest) -> Any:
        return self.middleware(request)


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_work, "PATIENCE", 0.01)


def test_one_long_calculation_runs_at_a_time() -> None:
    process = Process(asked())
    assert process.ask(asked()).status_code == 200
    assert process.seen == [503]
    assert process.ask(asked()).status_code == 200


def test_everything_else_goes_on_meanwhile() -> None:
    process = Process(asked(lambda request: HttpResponse()))
    assert process.ask(asked()).status_code == 200
    assert process.seen == [200]


@pytest.mark.parametrize("path", ["/p/p/scores/", "/api/projects/p/scores/"])
def test_who_is_sent_away_is_told_when_to_come_again(path: str) -> None:
    process = Process()
    process.middleware._running.acquire()
    answer = process.ask(asked(path=path))
    assert (answer.status_code, answer.headers["Retry-After"], answer.headers["Refresh"]) == (503, "5", "5")
    assert "busy with other long calculations" in answer.content.decode()


def test_at_most_two_wait() -> None:
    """Those who wait hold a thread each: edits need the last."""
    process = Process()
    for _ in range(3):
        process.middleware._inside.acquire()
    process.middleware._running.acquire()
    assert process.ask(asked()).status_code == 503


def test_a_view_that_fails_lets_go() -> None:
    process = Process()

    def fail(request: HttpRequest) -> HttpResponseBase:
        process.middleware.process_view(request, page)
        raise ZeroDivisionError

    process.middleware._get_response = fail
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            process.ask(asked())
    process.middleware._get_response = process.respond
    assert process.ask(asked()).status_code == 200


def test_pieces_of_a_stream_are_made_in_turn_and_sent_outside_of_it() -> None:
    busy: list[bool] = []
    process = Process()

    def pieces() -> Iterator[bytes]:
        for piece in (b"x", b"y"):
            busy.append(not process.middleware._running.acquire(blocking=False))
            yield piece

    process.answer = StreamingHttpResponse(pieces())
    download = iter(process.ask(asked()))
    process.answer = HttpResponse("done")
    for expected in (b"x", b"y"):
        assert next(download) == expected
        assert process.ask(asked()).status_code == 200, "a slow download holds up nobody"
    assert list(download) == []
    assert busy == [True, True]


def test_two_downloads_at_a_time_leave_room_for_pages() -> None:
    """However slowly they are fetched: each may hold a thread until it is closed."""
    process, closed = Process(), []
    downloads = []
    for _ in range(3):
        process.answer = StreamingHttpResponse(iter([b"x"]))
        process.answer._resource_closers.append(lambda: closed.append(True))  # type: ignore[attr-defined]
        downloads.append(process.ask(asked()))
    assert [download.status_code for download in downloads] == [200, 200, 503]
    assert closed == [True], "what is not sent is closed"
    process.answer = HttpResponse("done")
    assert process.ask(asked()).status_code == 200
    for close in downloads[0]._resource_closers:
        close()
    process.answer = StreamingHttpResponse(iter([b"x"]))
    assert process.ask(asked()).status_code == 200


def test_a_stream_that_nobody_closes_is_not_long_work_for_ever() -> None:
    process = Process()
    for _ in range(4):
        process.answer = StreamingHttpResponse(iter([b"x"]))
        process.ask(asked())
    process.answer = HttpResponse("done")
    gc.collect()
    assert process.ask(asked()).status_code == 200


SLOW = {
    f"{of}{name}"
    for name in ("project-scores", "project-agreement", "project-stability", "project-diagnosis")
    for of in ("", "api-")
} | {
    "project-diagnosis-csv",
    "project-scores-file",
    "topic-scores-file",
    "api-project-scores-export",
    "project-file",
    "progress-csv",
}


def test_pages_that_read_a_whole_project_are_slow() -> None:
    assert {name for name, view in _views(get_resolver()) if is_slow(view)} == SLOW


def _views(resolver: Any) -> Iterator[tuple[str, Callable[..., Any]]]:
    for pattern in resolver.url_patterns:
        if hasattr(pattern, "url_patterns"):
            yield from _views(pattern)
        else:
            yield pattern.name, pattern.callback
