"""`manage.py export_project` and `import_project`: a file, one line where something is wrong, and nothing by halves."""

import json
from typing import Any

import pytest

from annotator.projects.models import Project, Topic
from tests import factories
from tests.annotator.interchange.whole_project import whole_file


@pytest.fixture
def file(db, tmp_path):
    """The file of a project that is not here."""
    out = tmp_path / "whole.json"
    out.write_bytes(whole_file())
    return out


def changed(file, change) -> Any:
    """Another file, with something changed."""
    value = json.loads(file.read_text())
    change(value)
    other = file.with_name("changed.json")
    other.write_text(json.dumps(value))
    return other


def test_out_and_in_again_is_the_same_to_the_byte(file, manage, tmp_path) -> None:
    ran = manage("import_project", file)
    assert (ran.status, ran.out) == (0, "The project “Everything “in” it / 1” is at /p/whole/.\n")
    again = tmp_path / "again.json"
    assert manage("export_project", "whole", "--out", again).status == 0
    assert again.read_bytes() == file.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again.json", "whole.json"]


def test_another_address_and_name(file, manage) -> None:
    assert manage("import_project", file).status == 0
    refused = manage("import_project", file)
    assert refused.status == 1
    assert refused.error == ("CommandError: whole.json: refused. There is already a project with the URL name “whole”.")
    assert manage("import_project", file, "--slug", "other", "--name", "Other").status == 0
    assert Project.objects.get(slug="other").name == "Other"


def test_what_is_not_there_is_said(manage, tmp_path) -> None:
    assert (
        manage("export_project", "none", "--out", tmp_path / "x").error == "CommandError: There is no project “none”."
    )
    gone = tmp_path / "gone.json"
    assert manage("import_project", gone).error == f"CommandError: Cannot read {gone}: No such file or directory."


def test_a_file_that_cannot_be_written_leaves_nothing(manage, tmp_path, db) -> None:
    factories.make_project("whole")
    out = tmp_path / "no" / "folder.json"
    assert manage("export_project", "whole", "--out", out).error == (
        f"CommandError: Cannot write to {out}: No such file or directory."
    )


def test_one_line_says_where_the_file_is_wrong_and_nothing_is_made(file, manage) -> None:
    def change(value: Any) -> None:
        value["topics"][0]["pyramids"][0]["scus"][0]["contributors"][0]["parts"][0]["end"] = 100_000

    ran = manage("import_project", changed(file, change))
    assert ran.status == 1
    where = "topics[0].pyramids[0].scus[0].contributors[0].parts"
    assert ran.error == (
        f"CommandError: changed.json: refused. {where}: A part ends at 100000, in a text of 61 characters."
    )
    assert not Project.objects.exists()
    assert not Topic.objects.exists()
