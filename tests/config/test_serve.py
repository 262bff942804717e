"""`manage.py serve` as people start it: real processes on a data folder of their own."""

import http.cookiejar
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from pathlib import Path
from typing import Any

import psutil
import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser

from config.embedded_postgres.account import prepare_account
from config.embedded_postgres.cluster import Cluster
from config.embedded_postgres.server import stop_and_remove
from config.first_start import delete_used_first_password, write_first_password

ROOT = Path(__file__).parents[2]


class Installation:
    """A data folder, a port and the server that runs on them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        ours = ("PYRAMIDION_", "DJANGO_", "DATABASE_URL", "SECRET_KEY", "PYTEST")
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith(ours)}
        self.environment |= {
            "PYRAMIDION_DATA": str(folder / "data"),
            "PYRAMIDION_PORT": str(self.port),
        }

    @contextmanager
    def running(self, *options: str, ending: signal.Signals = signal.SIGTERM, **more: str) -> Iterator[str]:
        """Starts it, gives the three lines that it prints when it answers, and ends it without a complaint."""
        command = [sys.executable, "-W", "error", "manage.py", "serve", *options]
        with subprocess.Popen(
            command, cwd=ROOT, env={**self.environment, **more}, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            self.launcher = psutil.Process(process.pid)
            try:
                yield "".join(process.stdout.readline() for _ in range(3))
            finally:
                children = self.launcher.children(recursive=True)
                process.send_signal(ending)
                assert process.wait() == (-signal.SIGKILL if ending == signal.SIGKILL else 0)
                assert psutil.wait_procs(children, timeout=30)[1] == []
        assert not self.database_runs()

    def copy(self, other: "Installation") -> None:
        """Takes over the data of one that does not run: a first start is the long one."""
        subprocess.run(["cp", "-a", str(other.folder / "data"), str(self.folder)], check=True)

    def get(self, address: str) -> tuple[str, Message]:
        """The text and the headers of an answer."""
        with urllib.request.urlopen(self.url + address) as answer:
            return answer.read().decode(), answer.headers

    def database_runs(self) -> bool:
        """Whether the embedded Postgres of the folder is there."""
        account = prepare_account()
        return Cluster(self.folder / "data" / "postgres", account).process() is not None

    def signs_in(self, name: str, password: str) -> bool:
        """Whether the site lets this person in."""
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies := http.cookiejar.CookieJar()))
        with browser.open(f"{self.url}/accounts/login/") as page:
            token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.read().decode())
        assert token is not None
        form = {"username": name, "password": password, "csrfmiddlewaretoken": token[1], "next": "/healthz"}
        with browser.open(f"{self.url}/accounts/login/", urllib.parse.urlencode(form).encode()):
            return "sessionid" in {cookie.name for cookie in cookies}


@contextmanager
def _new() -> Iterator[Installation]:
    """A fresh one with a short path, removed at the end."""
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp")).resolve()
    try:
        yield Installation(folder)
    finally:
        stop_and_remove(folder / "data")
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def installation() -> Iterator[Installation]:
    """A fresh one."""
    with _new() as made:
        yield made


@pytest.fixture(scope="module")
def begun() -> Iterator[tuple[Installation, str]]:
    """One that was started for the first time and has ended, and what it told then."""
    with _new() as made:
        with made.running() as told:
            assert made.get("/readyz")[0] == '{"status": "ok"}'
            assert made.signs_in("admin", _password(told))
        yield made, told


@pytest.fixture(scope="module")
def served(begun: tuple[Installation, str]) -> Iterator[tuple[Installation, str]]:
    """A copy of that, started a second time and running, until Ctrl-C, and what it told."""
    with _new() as made:
        made.copy(begun[0])
        with made.running(ending=signal.SIGINT) as told:
            yield made, told


def _password(told: str) -> str:
    found = re.search(r"password in (\S+) \(remove the file", told)
    assert found is not None
    assert Path(found[1]).stat().st_mode & 0o777 == 0o600
    return Path(found[1]).read_text().strip()


def test_a_first_start_makes_everything_and_a_second_keeps_it(
    begun: tuple[Installation, str], served: tuple[Installation, str]
) -> None:
    first, told = begun
    assert told.startswith(f"Pyramidion is at {first.url}\nSign in as admin with the password ")
    second, told_again = served
    assert _password(told) not in told_again
    assert "Sign in as before" in told_again
    assert second.signs_in("admin", _password(told))


def test_the_first_password_is_removed_once_it_is_no_longer_in_use(tmp_path: Path, settings: Any, db: None) -> None:
    settings.DATA_FOLDER = tmp_path
    user = User.objects.create_user("admin", password="the first one")
    file = write_first_password("the first one")
    delete_used_first_password("admin")
    assert file.exists()
    user.set_password("another one")
    user.save()
    delete_used_first_password("admin")
    assert not file.exists()


def test_name_and_password_of_the_first_user_can_be_given(installation: Installation) -> None:
    options = ("--no-sample", "--no-runner")
    with installation.running(*options, PYRAMIDION_USER="eve", PYRAMIDION_PASSWORD="a given pass phrase") as told:
        assert "Sign in as eve with the password from PYRAMIDION_PASSWORD." in told
        assert "a given pass phrase" not in told
        assert installation.signs_in("eve", "a given pass phrase")
        assert not installation.signs_in("eve", "another pass phrase")


def test_pages_come_with_hashed_files_that_browsers_may_keep(served: tuple[Installation, str]) -> None:
    site, _ = served
    sheets = re.findall(r'href="(/static/css/[^"]+)"', site.get("/accounts/login/")[0])
    assert sheets
    assert [sheet for sheet in sheets if not re.search(r"\.[0-9a-f]{12}\.css$", sheet)] == []
    assert all("immutable" in site.get(sheet)[1]["Cache-Control"] for sheet in sheets)


def test_every_module_loads_by_its_bare_name_from_hashed_files_under_the_policy(
    served: tuple[Installation, str], browser: Browser
) -> None:
    load_all = """async () => {
        const { imports } = JSON.parse(document.querySelector("script[type=importmap]").textContent);
        const names = Object.keys(imports).filter((name) => name.startsWith("pyramidion/"));
        const failed = [];
        for (const name of names) await import(name).catch((error) => failed.push(`${name}: ${error}`));
        const loaded = performance.getEntriesByType("resource").map((entry) => new URL(entry.name).pathname);
        return [names.length, failed, loaded.filter((path) => path.endsWith(".js"))];
    }"""
    page = browser.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto(f"{served[0].url}/accounts/login/")
    known, failed, loaded = page.evaluate(load_all)
    page.close()
    assert failed == said == []
    assert len(set(loaded)) == known > 0
    assert [path for path in loaded if not re.search(r"\.[0-9a-f]{12}\.js$", path)] == []


@pytest.mark.parametrize("ending", [signal.SIGHUP, signal.SIGKILL])
def test_a_closed_terminal_or_a_killed_launcher_leaves_nothing_running(
    installation: Installation, begun: tuple[Installation, str], ending: signal.Signals
) -> None:
    installation.copy(begun[0])
    with installation.running(ending=ending):
        assert installation.database_runs()
        assert installation.get("/readyz")[0] == '{"status": "ok"}'
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", installation.port)) != 0


def test_a_port_in_use_is_said_in_one_sentence_before_anything_starts(installation: Installation) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", installation.port))
        other.listen()
        done = subprocess.run(
            [sys.executable, "manage.py", "serve"],
            cwd=ROOT,
            env=installation.environment,
            capture_output=True,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(
        r"CommandError: Cannot serve on \S+ \(.*\): choose another port with PYRAMIDION_PORT\.\n", done.stderr
    )
    assert not (installation.folder / "data" / "postgres").exists()
