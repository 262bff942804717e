"""Loads the site while people edit: with long runs of one account, and clients that stall inside a request body."""

import json
import socket
import threading
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from itertools import cycle
from typing import Any
from urllib.parse import urlsplit

from chaos.people import CSRF_TOKEN

SOCKETS = 16
UPLOAD_BYTES, FORM_BYTES = 2_000_000, 1_000  # threads read an upload; the event loop receives a form (ADR 190)
PAUSE = 0.5  # seconds before a client asks or connects again
CLIENT_TIMEOUT = 60.0  # seconds; the server gives up earlier
MEASURES = ("modified", "original", "recall")  # in turn, because the runner keeps the last rankings in memory


class Pressure:
    """Threads that load the site from `start` to `stop`, as members of a project with many scores.

    ``sessions``: the key of each member's session. The first member asks for rankings.
    """

    def __init__(self, port: int, project: str, sessions: list[str]) -> None:
        self.errors: list[str] = []
        self.run_state = ""
        self.stalled_count = 0
        self._port, self._project = port, project
        self._cookies = [f"sessionid={session}; csrftoken={CSRF_TOKEN}" for session in sessions]
        self._stopping = threading.Event()

    def start(self) -> None:
        threading.Thread(target=self._keep_run_in_queue, daemon=True).start()
        for number in range(SOCKETS):
            threading.Thread(target=self._stall, args=[number], daemon=True).start()

    def stop(self) -> None:
        """Lets the threads end; those of stalled clients end when the server closes their connections."""
        self._stopping.set()

    @property
    def is_complete(self) -> bool:
        """Whether a run is being computed, and as many clients stall as the server lets wait."""
        return self.run_state == "running" and self.stalled_count >= SOCKETS // 2

    def _keep_run_in_queue(self) -> None:
        paths = cycle(f"/api/projects/{self._project}/scores/?score={measure}" for measure in MEASURES)
        path, run_path = next(paths), ""
        while not self._stopping.wait(PAUSE):
            with suppress(OSError, HTTPException, ValueError):
                status, answer = self._get(run_path or path)
                if status == 500:
                    self.errors.append(f"{run_path or path} got the status 500.")
                elif not run_path:
                    run_path = urlsplit(answer.get("run", "")).path
                    path = path if run_path else next(paths)
                elif status < 500:
                    self.run_state = answer.get("state", "")
                    if self.run_state not in ("queued", "running"):
                        path, run_path = next(paths), ""

    def _get(self, path: str) -> tuple[int, dict[str, Any]]:
        with closing(HTTPConnection("127.0.0.1", self._port, timeout=CLIENT_TIMEOUT)) as connection:
            connection.request("GET", path, headers={"Cookie": self._cookies[0], "Accept": "application/json"})
            with connection.getresponse() as response:
                return response.status, json.loads(response.read())

    def _stall(self, number: int) -> None:
        """Sends the beginning of a body, waits until the server closes the connection, and opens another one."""
        path, length = (f"/p/{self._project}/import/", UPLOAD_BYTES) if number % 2 else ("/accounts/login/", FORM_BYTES)
        cookies = self._cookies[number // 2 % len(self._cookies)]
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookies}\r\nX-CSRFToken: {CSRF_TOKEN}\r\n"
        head += f"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: {length}\r\n\r\n--x"
        while not self._stopping.wait(PAUSE):
            with suppress(OSError), socket.create_connection(("127.0.0.1", self._port), CLIENT_TIMEOUT) as connection:
                connection.sendall(head.encode())
                self.stalled_count += 1
                if connection.recv(16).startswith(b"HTTP/1.1 500"):
                    self.errors.append(f"A stalled request to {path} got the status 500.")
                self.stalled_count -= 1
