"""The child process that runs regular expressions (see `pattern_matcher`)."""

import atexit
import json
import os
import select
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import IO, Any, cast

PROGRAM = Path(__file__).with_name("pattern_matcher.py")
GRACE = 2.0
"""Seconds that an answer may be late, because the machine is busy, before the process is ended."""


class PatternProcess:
    """A process that is started when it is needed and serves one request at a time."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = Lock()

    def ask(self, request: dict[str, Any], *, seconds: float) -> dict[str, Any] | None:
        """Return the answer to a request. If no answer comes in time, end the process and return None."""
        with self._lock:
            try:
                return self._ask(json.dumps(request).encode() + b"\n", time.monotonic() + seconds + GRACE)
            except OSError:  # `_send` started a new process, and that ended as well
                self._end()
                return None
            except BaseException:
                self._end()  # a late answer must not become the answer to another request
                raise

    def end(self) -> None:
        """End the process; the next request starts another."""
        with self._lock:
            self._end()

    def _ask(self, line: bytes, deadline: float) -> dict[str, Any] | None:
        stdout = cast("IO[bytes]", self._send(line).stdout).fileno()
        answer = b""
        while not answer.endswith(b"\n"):
            ready, _, _ = select.select([stdout], [], [], max(0.0, deadline - time.monotonic()))
            piece = os.read(stdout, 65_536) if ready else b""
            if not piece:
                self._end()
                return None
            answer += piece
        parsed: dict[str, Any] = json.loads(answer)
        return parsed

    def _send(self, line: bytes) -> "subprocess.Popen[bytes]":
        """Write a line to the process, and return the process: a new process if there was none or it had ended."""
        if self._process is not None:
            with suppress(OSError):
                return _write(self._process, line)
            self._end()
        command = [sys.executable, "-I", str(PROGRAM)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        return _write(self._process, line)

    def _end(self) -> None:
        if self._process is None:
            return
        self._process.kill()
        self._process.communicate()
        self._process = None


def _write(process: "subprocess.Popen[bytes]", line: bytes) -> "subprocess.Popen[bytes]":
    """Write a line to the process's input, and return the process. Raises OSError if the process has ended."""
    rest = memoryview(line)
    while rest:
        rest = rest[os.write(cast("IO[bytes]", process.stdin).fileno(), rest) :]
    return process


PROCESS = PatternProcess()
atexit.register(PROCESS.end)
