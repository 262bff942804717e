"""Files that are there whole or not at all."""

import os
import threading
from pathlib import Path

import pytest

from annotator.interchange.whole_file import whole_file


def test_the_file_is_there_when_it_is_written(tmp_path: Path) -> None:
    with whole_file(tmp_path / "a") as out:
        out.write(b"new")
        assert not (tmp_path / "a").exists()
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a", b"new")]


def test_after_an_error_the_old_one_stays_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(TypeError), whole_file(tmp_path / "a") as out:
        out.writelines([b"half", None])  # type: ignore[list-item]
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a", b"old")]


def test_mode_and_links_are_kept(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "a").chmod(0o640)
    (tmp_path / "link").symlink_to("a")
    with whole_file(tmp_path / "link") as out:
        out.write(b"new")
    assert (tmp_path / "link").is_symlink()
    assert ((tmp_path / "a").read_bytes(), (tmp_path / "a").stat().st_mode & 0o777) == (b"new", 0o640)


def test_a_pipe_is_written_as_it_is(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    with whole_file(tmp_path / "pipe") as out:
        out.write(b"new")
    reader.join()
    assert (read, (tmp_path / "pipe").is_fifo()) == ([b"new"], True)


@pytest.mark.parametrize("place", ["", "none/a"])
def test_where_nothing_can_be_written_that_is_an_error(tmp_path: Path, place: str) -> None:
    with pytest.raises(OSError, match="directory"), whole_file(tmp_path / place):
        pass
    assert list(tmp_path.iterdir()) == []
