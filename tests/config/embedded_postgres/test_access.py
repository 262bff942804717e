"""Who gets into the embedded server."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import psycopg2
import pytest

from config.embedded_postgres.server import EmbeddedServer


@pytest.fixture
def server(folder: Path) -> EmbeddedServer:
    """A running server of its own."""
    made = EmbeddedServer.for_folder(folder, fsync=False)
    made.ensure_running()
    return made


def ask(server: EmbeddedServer, statement: str, **changed: str) -> str:
    """The first value of the answer to one statement."""
    connection = psycopg2.connect(**{**server.connection_parameters, "dbname": "pyramidion", **changed})
    try:
        with connection.cursor() as cursor:
            cursor.execute(statement)
            return str(cursor.fetchone()[0])
    finally:
        connection.close()


@pytest.mark.parametrize("password", ["wrong", "postgres"])
def test_a_wrong_password_is_refused(server: EmbeddedServer, password: str) -> None:
    with pytest.raises(psycopg2.OperationalError, match="password authentication failed"):
        ask(server, "SELECT 1", password=password)


def test_no_password_is_refused(server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGPASSFILE", "/nonexistent")
    monkeypatch.delenv("PGPASSWORD", raising=False)
    with pytest.raises(psycopg2.OperationalError, match="no password supplied"):
        ask(server, "SELECT 1", password="")


def test_passwords_are_kept_as_scram(server: EmbeddedServer) -> None:
    kept = ask(server, "SELECT rolpassword FROM pg_authid WHERE rolname = 'pyramidion'")
    assert kept.startswith("SCRAM-SHA-256$")


def test_nothing_listens_on_the_network(server: EmbeddedServer) -> None:
    assert ask(server, "SHOW listen_addresses") == ""


def test_its_log_quotes_nothing(server: EmbeddedServer) -> None:
    connection = psycopg2.connect(dbname="postgres", **server.connection_parameters)
    for statement in ("SELECT 'zebra'::integer", "SELECT zebra", "SELECT 1 / 0 AS zebra"):
        with pytest.raises(psycopg2.Error), connection, connection.cursor() as cursor:
            cursor.execute(statement)
    connection.close()
    log = (server.home / "log").read_text()
    assert "ready to accept connections" in log
    assert "zebra" not in log


def test_only_the_owner_may_look_into_the_folders(server: EmbeddedServer) -> None:
    modes = {
        path: stat.S_IMODE((server.folder / path).stat().st_mode)
        for path in ("postgres", "postgres/cluster", "postgres_password")
    }
    assert modes == {"postgres": 0o700, "postgres/cluster": 0o700, "postgres_password": 0o600}


def test_texts_are_sorted_by_code_point_on_every_machine(server: EmbeddedServer) -> None:
    in_order = "SELECT string_agg(word, ' ' ORDER BY word) FROM unnest(ARRAY['b', 'a', 'B', 'é']) word"
    assert ask(server, in_order) == "B a b é"


SOMEBODY_ELSE = """
import json, os, socket, sys
import psycopg2

home, files, password = sys.argv[1], sys.argv[2:], sys.stdin.read()
os.setgroups([])
os.setgid(65534)
os.setuid(65534)

def tried(way):
    try:
        way()
    except (PermissionError, psycopg2.OperationalError) as refused:
        return "Permission denied" in str(refused)
    return False

def through_the_socket():
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(f"{home}/.s.PGSQL.5432")

ways = {"socket": through_the_socket}
ways["right password"] = lambda: psycopg2.connect(
    host=home, port=5432, user="pyramidion", password=password, dbname="pyramidion"
).close()
ways |= {name: (lambda name=name: os.close(os.open(name, os.O_RDONLY))) for name in files}
print(json.dumps([name for name, way in ways.items() if not tried(way)]))
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user of the machine")
def test_another_user_of_the_machine_neither_connects_nor_reads(server: EmbeddedServer) -> None:
    files = [server.home, server.home / "cluster", server.home / "cluster" / "base", server.home / "log"]
    files += [server.home / "cluster" / "PG_VERSION", server.folder / "postgres_password"]
    assert all(file.exists() for file in files)
    command = [sys.executable, "-c", SOMEBODY_ELSE, str(server.home), *map(str, files)]
    done = subprocess.run(
        command, input=server.connection_parameters["password"], cwd="/", capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "[]\n")
