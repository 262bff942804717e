"""Engines that Playwright drives only in builds of its own, here as Debian packages them: WebKitGTK and Firefox.

WebKitGTK is driven by WebDriver. Debian has no WebDriver for Firefox (geckodriver), but Firefox takes the same commands
over a socket, in its protocol Marionette.
"""

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.site_process import free_port

PATIENCE = 60  # seconds until a browser must have started or answered
MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"
XVFB = ["Xvfb", "-displayfd", "1", "-screen", "0", "1600x1100x24", "-nolisten", "tcp"]
FIREFOX_PREFERENCES = 'user_pref("marionette.port", 0);\n'  # 0: a free one, which Firefox writes into the profile
PACKAGES = {
    "WebKitGTK": {"WebKitWebDriver": "webkit2gtk-driver", MINI_BROWSER: "libwebkit2gtk-4.1-0", "Xvfb": "xvfb"},
    "Firefox": {"firefox-esr": "firefox-esr"},
}
# Commands by their names in Marionette, with WebDriver's method and path.
COMMANDS = {
    "Navigate": ("POST", "/url"),
    "Back": ("POST", "/back"),
    "AddCookie": ("POST", "/cookie"),
    "ExecuteAsyncScript": ("POST", "/execute/async"),
    "PerformActions": ("POST", "/actions"),
    "SetWindowRect": ("POST", "/window/rect"),
    "TakeScreenshot": ("GET", "/screenshot"),
}

Send = Callable[[str, dict[str, Any]], Any]
"""Sends a command with its parameters to a browser, and returns the result."""


def why_missing(engine: str) -> str:
    """The packages that the engine lacks on this machine; "" if it can be started."""
    packages = sorted({package for program, package in PACKAGES[engine].items() if not shutil.which(program)})
    return f"not installed: {', '.join(packages)}" if packages else ""


@contextmanager
def start_browser(engine: str, profile: Path) -> Iterator[Send]:
    """Starts a browser with an empty profile, and ends it."""
    with ExitStack() as stack:
        yield {"WebKitGTK": _start_webkit, "Firefox": _start_firefox}[engine](stack, profile)


def _start_webkit(stack: ExitStack, profile: Path) -> Send:
    display = _start(stack, XVFB, profile, stdout=subprocess.PIPE)
    assert display.stdout is not None
    number = display.stdout.readline().decode().strip()
    port = free_port()
    _start(stack, ["WebKitWebDriver", f"--port={port}"], profile, DISPLAY=f":{number}")
    _retry(lambda: urlopen(f"http://127.0.0.1:{port}/status", timeout=PATIENCE).close())
    sessions = f"http://127.0.0.1:{port}/session"
    options = {"webkitgtk:browserOptions": {"binary": MINI_BROWSER, "args": ["--automation"]}}
    session = f"{sessions}/{_request('POST', sessions, {'capabilities': {'alwaysMatch': options}})['sessionId']}"
    stack.callback(_request, "DELETE", session, {})

    def send(command: str, parameters: dict[str, Any]) -> Any:
        method, path = COMMANDS[command]
        return _request(method, session + path, parameters)

    return send


def _request(method: str, url: str, parameters: dict[str, Any]) -> Any:
    body = json.dumps(parameters).encode() if method == "POST" else None
    try:
        with urlopen(Request(url, body, method=method), timeout=PATIENCE) as answer:
            return json.load(answer)["value"]
    except HTTPError as error:
        raise RuntimeError(error.read().decode()) from None


def _start_firefox(stack: ExitStack, profile: Path) -> Send:
    (profile / "user.js").write_text(FIREFOX_PREFERENCES)
    command = ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
    _start(stack, command, profile)
    port = _retry(lambda: int((profile / "MarionetteActivePort").read_text()))
    connection = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE))
    stream = stack.enter_context(connection.makefile("rwb"))
    _message(stream)  # Firefox introduces itself

    def send(command: str, parameters: dict[str, Any]) -> Any:
        request = json.dumps([0, 1, f"WebDriver:{command}", parameters]).encode()
        stream.write(b"%d:%b" % (len(request), request))
        stream.flush()
        _, _, error, result = _message(stream)
        if error:
            raise RuntimeError(str(error))
        return result["value"] if isinstance(result, dict) and "value" in result else result

    send("NewSession", {})
    return send


def _message(stream: Any) -> Any:
    """Reads one message of Marionette: its length in bytes, a colon, JSON."""
    length = b""
    while (character := stream.read(1)) != b":":
        length += character
    return json.loads(stream.read(int(length)))


def _start(
    stack: ExitStack, command: list[str], profile: Path, stdout: int | None = subprocess.DEVNULL, **environment: str
) -> subprocess.Popen[bytes]:
    """Starts a process that keeps its files in the profile."""
    variables = {**os.environ, "HOME": str(profile), "XDG_CACHE_HOME": str(profile), **environment}
    process = stack.enter_context(subprocess.Popen(command, env=variables, stdout=stdout, stderr=subprocess.DEVNULL))
    stack.callback(process.terminate)
    return process


def _retry(attempt: Callable[[], Any]) -> Any:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return attempt()
        except (OSError, ValueError):
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
