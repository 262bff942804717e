"""The embedded server after crashes and in places where it cannot run."""

import subprocess
from pathlib import Path

import pytest
from django.db import DEFAULT_DB_ALIAS, OperationalError, connections
from pytest_django import DjangoDbBlocker

from config.embedded_postgres.base import DatabaseWrapper
from config.embedded_postgres.cluster import Cluster
from config.embedded_postgres.server import EmbeddedServer, ServerRefused


def wrapper(folder: Path) -> DatabaseWrapper:
    """A Django connection to the server of `folder`, apart from the tests' own."""
    usual = dict(connections.settings[DEFAULT_DB_ALIAS])
    settings = {**usual, "ENGINE": "config.embedded_postgres", "EMBEDDED": {"folder": folder, "fsync": False}}
    return DatabaseWrapper({**settings, "NAME": "pyramidion", "HOST": "", "USER": "", "PASSWORD": "", "PORT": ""}, "x")


def answer(connection: DatabaseWrapper) -> object:
    """One statement through a new connection."""
    connection.close()
    with connection.cursor() as cursor:
        cursor.execute("SELECT 42")
        return cursor.fetchone()[0]


def kill_server(cluster: Cluster) -> int:
    """SIGKILL to the server; its number."""
    process = cluster.process()
    assert process is not None
    process.kill()
    process.wait()
    return int(process.pid)


def test_a_killed_server_is_started_again_at_the_next_connection(folder: Path, cluster: Cluster) -> None:
    server = EmbeddedServer.for_folder(folder, fsync=False)
    server.ensure_running()
    killed = kill_server(cluster)
    assert not server.answers()
    server.ensure_running(recheck=True)
    process = cluster.process()
    assert server.answers()
    assert process is not None
    assert process.pid != killed


def test_django_reconnects_to_a_server_that_was_killed(
    folder: Path, cluster: Cluster, django_db_blocker: DjangoDbBlocker
) -> None:
    connection = wrapper(folder)
    with django_db_blocker.unblock():
        assert answer(connection) == 42
        kill_server(cluster)
        assert answer(connection) == 42
        connection.close()


def test_a_stale_process_file_whose_number_was_reused_is_not_believed(folder: Path, cluster: Cluster) -> None:
    server = EmbeddedServer.for_folder(folder, fsync=False)
    server.ensure_running()
    lines = (cluster.data_directory / "postmaster.pid").read_text().split("\n")
    kill_server(cluster)
    # The number now belongs to a process of the server's own account that has nothing to do with it.
    other = subprocess.Popen(["sleep", "600"], **cluster.account.process_options)
    try:
        (cluster.data_directory / "postmaster.pid").write_text("\n".join([str(other.pid), *lines[1:]]))
        server.ensure_running(recheck=True)
        assert server.answers()
        assert other.poll() is None
    finally:
        other.kill()
        other.wait()


def test_a_stale_lock_of_the_socket_is_not_believed(folder: Path, cluster: Cluster) -> None:
    server = EmbeddedServer.for_folder(folder, fsync=False)
    server.ensure_running()
    kill_server(cluster)
    lock = folder / "postgres" / ".s.PGSQL.5432.lock"
    # As long as nobody has taken note of a dead process, its number is still one.
    other = subprocess.Popen(["sleep", "600"], **cluster.account.process_options)
    try:
        lock.write_text("\n".join([str(other.pid), *lock.read_text().split("\n")[1:]]))
        server.ensure_running(recheck=True)
        assert server.answers()
    finally:
        other.kill()
        other.wait()


def test_a_half_made_cluster_is_made_anew(folder: Path) -> None:
    left = folder / "postgres" / "cluster.new"
    left.mkdir(parents=True)
    (left / "PG_VERSION").write_text("18\n")
    server = EmbeddedServer.for_folder(folder, fsync=False)
    server.ensure_running()
    assert server.answers()
    assert not left.exists()


def test_a_path_too_long_for_a_socket_is_refused_in_one_sentence(tmp_path: Path) -> None:
    # A socket's address has 104 bytes on macOS and 108 on Linux (sys/un.h, sun_path).
    folder = tmp_path / ("long" * 30)
    with pytest.raises(ServerRefused, match=r"^The data folder's path is too long .* set PYRAMIDION_DATA to a shorter"):
        EmbeddedServer.for_folder(folder).ensure_running()
    assert not (folder / "postgres").exists()


def test_a_server_that_cannot_start_is_refused_with_the_place_of_its_log(folder: Path, cluster: Cluster) -> None:
    server = EmbeddedServer.for_folder(folder, fsync=False)
    server.ensure_running()
    server.stop()
    with (cluster.data_directory / "postgresql.conf").open("a") as file:
        file.write("no_such_setting = on\n")
    with pytest.raises(ServerRefused, match=r"does not start; see .*log"):
        server.ensure_running(recheck=True)


def test_to_django_a_server_that_cannot_start_is_a_database_that_does_not_answer(
    folder: Path, cluster: Cluster, django_db_blocker: DjangoDbBlocker
) -> None:
    connection = wrapper(folder)
    with django_db_blocker.unblock():
        assert answer(connection) == 42
        connection.server.stop()
        with (cluster.data_directory / "postgresql.conf").open("a") as file:
            file.write("no_such_setting = on\n")
        with pytest.raises(OperationalError, match=r"does not start; see .*log"):
            answer(connection)
