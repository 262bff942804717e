"""Clients that send or read slowly, at real sockets of the real web server (docs/adr/0190)."""

import io
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from annotator.web.shares import WAITING_FOR_CLIENTS
from config.connections import shut_connection
from config.threaded_wsgi import LARGE_BODY, THREADS
from tests.config.slow_client_site import THREADS as FEW_THREADS
from tests.scenes import make_scene, signed_in
from tests.site_process import PATIENCE, ROOT, SiteProcess, free_port

INCOMPLETE = b"The request did not arrive completely in time"
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


def connect(port: int, method: str, path: str, *fields: str, body: bytes = b"") -> socket.socket:
    """A connection on which a request, or its beginning, has been sent."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    head = "\r\n".join([f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *fields])
    connection.sendall(head.encode() + b"\r\n\r\n" + body)
    return connection


def rest(connection: socket.socket) -> bytes:
    """All that still comes until the server closes the connection."""
    received = bytearray()
    with connection, suppress(ConnectionResetError):
        while piece := connection.recv(65_536):
            received += piece
    return bytes(received)


def get(port: int, path: str, *fields: str) -> bytes:
    return rest(connect(port, "GET", path, "Connection: close", *fields))


def stalled(port: int, path: str) -> socket.socket:
    """A connection on which the server waits for a body, of which there is one byte."""
    fields = ["Content-Length: 3", "Expect: 100-continue", "Connection: close"]
    connection = connect(port, "POST", path, f"Cookie: csrftoken={'a' * 32}", *fields)  # with it, Django reads the body
    assert connection.recv(len(CONTINUE), socket.MSG_WAITALL) == CONTINUE
    connection.sendall(b"a")
    return connection


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """The port of `tests/config/slow_client_site.py`."""
    port = free_port()
    options = ["--interface", "asginl", "--http", "1", "--port", str(port), "--no-ws", "--log-level", "critical"]
    command = [sys.executable, "-m", "granian", *options, "tests.config.slow_client_site:application"]
    with subprocess.Popen(command, cwd=ROOT) as process:
        try:
            wait_until_answered(port, "/", b"200 OK")
            yield port
        finally:
            process.terminate()


def wait_until_answered(port: int, path: str, content: bytes) -> None:
    """Asks until the answer has this in it."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with suppress(ConnectionRefusedError):
            if content in get(port, path):
                return
    raise TimeoutError(f"{path} does not answer {content!r}.")


def test_more_stalled_bodies_than_threads_stop_nobody(site: SiteProcess) -> None:
    with ExitStack() as stack:
        sockets = [
            stack.enter_context(stalled(site.port, "/accounts/login/")) for _ in range(2 * site.workers * THREADS)
        ]
        assert b" 200 " in get(site.port, "/accounts/login/")
        sockets[0].sendall(b"bc")
        assert b" 403 " in rest(sockets[0])  # without a token; a complete request is answered as ever


def test_at_most_half_of_the_threads_wait_for_clients() -> None:
    assert WAITING_FOR_CLIENTS._total * 2 == THREADS


def test_a_stalled_body_is_given_up(port: int) -> None:
    answer = rest(stalled(port, "/"))
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert INCOMPLETE in answer


def test_so_is_one_that_trickles(port: int) -> None:
    with connect(port, "POST", "/", "Content-Length: 100000") as connection:
        connection.settimeout(0.02)
        answer = b""
        while not answer:
            connection.sendall(b"a")
            with suppress(TimeoutError):
                answer = connection.recv(65_536)
    assert answer.startswith(b"HTTP/1.1 408 ")


def test_so_is_a_large_one_that_a_thread_reads(port: int) -> None:
    length = f"Content-Length: {LARGE_BODY + 1}"
    sockets = [connect(port, "POST", "/", length, body=b"a" * 500_000) for _ in range(FEW_THREADS)]
    assert [INCOMPLETE in rest(connection) for connection in sockets] == [True] * FEW_THREADS
    whole = connect(port, "POST", "/", length, "Connection: close", body=b"a" * (LARGE_BODY + 1))
    assert f"{LARGE_BODY + 1} None" in rest(whole).decode()


def test_a_stalled_download_is_cut_off_and_does_not_look_complete(port: int) -> None:
    sockets = [connect(port, "GET", "/endless") for _ in range(FEW_THREADS)]
    assert [connection.recv(9) for connection in sockets] == [b"HTTP/1.1 "] * FEW_THREADS
    wait_until_answered(port, "/ended", b"\r\n\r\n1")
    assert [rest(connection).endswith(b"\r\n0\r\n\r\n") for connection in sockets] == [False] * FEW_THREADS


def test_so_is_a_response_that_fails_in_its_middle(port: int) -> None:
    assert not get(port, "/broken").endswith(b"\r\n0\r\n\r\n")


def test_a_client_that_goes_away_ends_its_download(port: int) -> None:
    with connect(port, "GET", "/endless") as connection:
        assert connection.recv(9) == b"HTTP/1.1 "
    wait_until_answered(port, "/ended", b"\r\n\r\n1")


@pytest.mark.parametrize(("path", "fields", "expected"), [
    ("/%C3%A9%FF", ["X-Forwarded-For: 1.2.3.4", "X_Forwarded_For: 6.6.6.6"], r"0 1.2.3.4 '/Ã©ÿ'"),
    ("/", ["X-Forwarded-For: 1.2.3.4", "X-Forwarded-For: 5.6.7.8"], "0 1.2.3.4,5.6.7.8 '/'"),
    ("/", ["Transfer-Encoding: chunked"], "0 None '/'"),
])  # fmt: skip
def test_requests_reach_the_application_as_they_are(port: int, path: str, fields: list[str], expected: str) -> None:
    assert expected in get(port, path, *fields).decode()


class Unreadable(io.BytesIO):
    """The body of a client that has gone away."""

    def read(self, *_: object) -> bytes:
        """Raises what a broken connection raises."""
        raise ConnectionResetError


def test_a_body_that_does_not_arrive_is_no_fault_of_the_site(db: None) -> None:
    client = signed_in(make_scene().manager)
    client.raise_request_exception = False
    body: dict[str, Any] = {"wsgi.input": Unreadable()}
    answer = client.post("/api/projects/", {"name": "x"}, format="json", **body)
    assert (answer.status_code, answer.json()["detail"]) == (
        408,
        "The request did not arrive completely, so nothing was changed.",
    )


def test_a_connection_is_shut_without_leaving_descriptors_open() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as client:
        accepted, _ = server.accept()
        with accepted, Path(os.devnull).open():  # a descriptor that is no socket
            before = sorted(Path("/dev/fd").iterdir())
            shut_connection(client.getsockname(), server.getsockname())
            assert client.recv(1) == b""
            assert sorted(Path("/dev/fd").iterdir()) == before
