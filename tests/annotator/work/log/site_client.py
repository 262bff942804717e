"""A client of the running site that can hang up, and that sends again as the page does."""

import json
import socket
import struct
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from threading import Event
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from tests.site_process import SiteProcess

PATIENCE = 20.0  # seconds until something must have happened
TOKEN = "a" * 32


def wait_until(condition: Callable[[], bool], what: str) -> None:
    """Return as soon as the condition holds. Raises TimeoutError, saying what did not happen."""
    pause, until = Event(), time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > until:
            raise TimeoutError(what)
        pause.wait(0.02)


class SiteClient:
    """Somebody signed in to the running site, in the thread that uses it."""

    def __init__(self, site: SiteProcess, user: User) -> None:
        self.port = site.port
        session = Client()
        session.force_login(user)
        self._headers = {
            "Content-Type": "application/json",
            "Cookie": f"sessionid={session.cookies['sessionid'].value}; csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
            "Connection": "close",
        }

    def post(self, url: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Status and answer. Raises OSError or HTTPException if none arrives."""
        link = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            link.request("POST", url, json.dumps(body), self._headers)
            answer = link.getresponse()
            return answer.status, json.loads(answer.read() or b"{}") if answer.status < 500 else {}
        finally:
            link.close()

    def post_and_hang_up(self, url: str, body: dict[str, Any], *, reset: bool) -> None:
        """Send the whole request and close the connection before any answer, or reset it: then all may be lost."""
        content = json.dumps(body).encode()
        fields = {**self._headers, "Host": f"127.0.0.1:{self.port}", "Content-Length": str(len(content))}
        head = f"POST {url} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as link:
            if reset:
                link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            link.sendall(f"{head}\r\n".encode() + content)

    def post_until_answered(self, url: str, body: dict[str, Any]) -> dict[str, Any]:
        """Send again until the site answers, as the page's queue does. Raises TimeoutError."""
        answered: list[dict[str, Any]] = []

        def answer() -> bool:
            try:
                status, told = self.post(url, body)
            except (OSError, HTTPException):
                return False
            assert status == 200 or status >= 500, (status, told)
            answered.extend([told] if status == 200 else [])
            return status == 200

        wait_until(answer, "The site does not answer.")
        return answered[0]
