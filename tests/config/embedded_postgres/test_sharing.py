"""Several processes and one embedded server, with processes that end in every way."""

from collections.abc import Callable
from pathlib import Path
from subprocess import Popen

from config.embedded_postgres.cluster import Cluster
from config.embedded_postgres.server import EmbeddedServer

Start = Callable[[], Popen[str]]


def up(child: Popen[str]) -> bool:
    """Waits for the child's word that it has the server."""
    assert child.stdout is not None
    return child.stdout.readline() == "up\n"


def end(child: Popen[str]) -> int:
    """Lets the child end by itself."""
    child.communicate()
    return child.returncode


def server_pid(cluster: Cluster) -> int | None:
    """The number of the server's process, None if it does not run."""
    process = cluster.process()
    return process.pid if process else None


def test_two_processes_share_one_server_and_the_last_stops_it(process: Start, cluster: Cluster) -> None:
    first = process()
    assert up(first)
    pid = server_pid(cluster)
    second = process()
    assert up(second)
    assert server_pid(cluster) == pid
    assert end(first) == 0
    assert server_pid(cluster) == pid
    assert end(second) == 0
    assert server_pid(cluster) is None


def test_processes_that_start_at_once_on_an_empty_folder_get_one_server(process: Start, cluster: Cluster) -> None:
    children = [process(), process(), process()]
    assert [up(child) for child in children] == [True, True, True]
    assert server_pid(cluster) is not None
    assert [end(child) for child in children] == [0, 0, 0]
    assert server_pid(cluster) is None


def test_a_killed_process_does_not_keep_the_server_from_stopping(process: Start, cluster: Cluster) -> None:
    killed, other = process(), process()
    assert up(killed)
    assert up(other)
    killed.kill()
    killed.wait()
    assert server_pid(cluster) is not None
    assert end(other) == 0
    assert server_pid(cluster) is None


def test_a_server_left_by_a_killed_process_is_taken_over_and_stopped(process: Start, cluster: Cluster) -> None:
    killed = process()
    assert up(killed)
    pid = server_pid(cluster)
    killed.kill()
    killed.wait()
    heir = process()
    assert up(heir)
    assert server_pid(cluster) == pid
    assert end(heir) == 0
    assert server_pid(cluster) is None


def test_data_outlives_the_server(process: Start, folder: Path, cluster: Cluster) -> None:
    child = process()
    assert up(child)
    identity = (cluster.data_directory / "PG_VERSION").stat().st_ino
    end(child)
    server = EmbeddedServer.for_folder(folder, fsync=False)
    server.ensure_running()
    assert (cluster.data_directory / "PG_VERSION").stat().st_ino == identity
    server.release()
    assert server_pid(cluster) is None
