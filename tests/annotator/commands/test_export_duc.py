"""`manage.py export_duc`: a project's releases and peer annotations as files in a folder."""

from pathlib import Path

from tests.annotator.duc.duc_files import pan, pyr
from tests.annotator.interchange.duc_import import run_import
from tests.factories import make_project


def imported() -> None:
    run_import(make_project("varn"), {"../../ann.pyr": pyr(), "p1.pan": pan()})


def test_files_are_written_into_a_folder_that_is_made(manage, tmp_path) -> None:
    imported()
    out = tmp_path / "a" / "b"
    ran = manage("export_duc", "--project", "varn", "--out", out)
    assert (ran.status, ran.out, ran.err) == (0, f"2 files written to {out}.\n", "")
    assert sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.p*")) == [
        *("a/b/ann.pyr", "a/b/p1.pan")
    ]


def test_lines_end_in_a_line_feed_and_the_encoding_is_utf_8(manage, tmp_path) -> None:
    run_import(make_project("varn"), {"ann.pyr": pyr().replace(b"\n", b"\r\n").replace(b"Varn", "Värn".encode())})
    manage("export_duc", "--project", "varn", "--out", tmp_path)
    data = (tmp_path / "ann.pyr").read_bytes()
    assert b"\r" not in data
    assert "Värn" in data.decode()


def test_an_exported_folder_imports_without_a_repair(manage, tmp_path) -> None:
    imported()
    manage("export_duc", "--project", "varn", "--out", tmp_path)
    ran = manage("import_duc", "--project", "other", tmp_path, "--json")
    assert (ran.status, ran.json["files"], ran.json["repairs"]) == (0, 2, [])


def test_an_empty_project_gives_no_file(manage, tmp_path) -> None:
    make_project("varn")
    assert manage("export_duc", "--project", "varn", "--out", tmp_path).out == f"0 files written to {tmp_path}.\n"


def test_an_unknown_project_is_one_line(manage, tmp_path) -> None:
    ran = manage("export_duc", "--project", "nobody", "--out", tmp_path / "out")
    assert (ran.status, ran.error) == (1, "CommandError: There is no project “nobody”.")
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_made_is_one_line(manage, tmp_path) -> None:
    imported()
    Path(tmp_path / "file").write_text("")
    ran = manage("export_duc", "--project", "varn", "--out", tmp_path / "file")
    assert (ran.status, ran.error) == (1, f"CommandError: Cannot write to {tmp_path / 'file'}: File exists.")


def test_a_file_that_cannot_be_written_is_a_line_and_the_others_are_written(manage, tmp_path) -> None:
    imported()
    (tmp_path / "ann.pyr").mkdir()
    ran = manage("export_duc", "--project", "varn", "--out", tmp_path)
    assert (ran.status, ran.out) == (1, f"1 files written to {tmp_path}.\n")
    assert ran.err.splitlines() == [
        "ann.pyr: It cannot be written (Is a directory).",
        "CommandError: 1 of 2 files could not be written.",
    ]
    assert (tmp_path / "p1.pan").exists()
    ran = manage("export_duc", "--project", "varn", "--out", tmp_path, "--strict")
    assert (ran.status, ran.error) == (1, f"CommandError: Cannot write to {tmp_path}: Is a directory.")


def test_wrong_usage_ends_with_status_two(manage) -> None:
    assert manage("export_duc", "--project", "varn").status == 2
