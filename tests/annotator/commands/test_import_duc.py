"""`manage.py import_duc`: names, flags and JSON keys are a contract (DESIGN §5), and so are its exit statuses."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from annotator.matching.models import peer_annotations
from annotator.projects.models import Membership, Project, Topic
from annotator.pyramids.models import pyramids
from tests.annotator.duc.duc_files import PEER_SCUS, SCUS, pan, part, pyr
from tests.annotator.interchange.duc_import import MATTER, needs_data
from tests.factories import make_project

KEYS = ["files", "topics", "models", "peers", "scus", "contributors", "parts", "units", "repairs", "refused"]
OWN_KEYS = [*KEYS, "project_created"]


@pytest.fixture
def folder(tmp_path) -> Path:
    """A topic's folder with a pyramid and a peer."""
    inside = tmp_path / "D1"
    (inside / "peers").mkdir(parents=True)
    (inside / "ann.pyr").write_bytes(pyr())
    (inside / "peers" / "p1.pan").write_bytes(pan())
    return inside


def test_a_folder_comes_in_under_its_name_and_the_counts_are_printed(manage, folder) -> None:
    ran = manage("import_duc", "--project", "varn", folder)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "The project “varn” was created, because there was none with this slug.",
        "2 files, 1 topic, 3 models, 1 peer, 3 scus, 6 contributors, 7 parts, 3 units",
    ]
    project = Project.objects.get()
    assert (project.slug, project.topics.get().key) == ("varn", "D1")


def test_a_new_project_is_managed_by_the_administrators(manage, folder) -> None:
    User.objects.create_superuser("root")
    User.objects.create_user("ann")
    manage("import_duc", "--project", "varn", folder)
    members = Membership.objects.filter(user__isnull=False)
    assert list(members.values_list("user__username", "role")) == [("root", Membership.Role.MANAGER)]


def test_the_report_as_json_has_the_keys_of_the_contract(manage, folder) -> None:
    doubled = (9, "Twice", [[part("Two villages were flooded")], [part("The dam")]])
    (folder / "bob.pyr").write_bytes(pyr((*SCUS, doubled)))
    (folder / "bad.pyr").write_bytes(b"<pyramid>")
    ran = manage("import_duc", "--project", "varn", folder, "--json")
    assert ran.status == 1
    assert list(ran.json) == OWN_KEYS
    assert ran.json["project_created"] is True
    assert {name: ran.json[name] for name in KEYS[:3]} == {"files": 3, "topics": 1, "models": 3}
    assert ran.json["repairs"] == [
        {
            "file": "bob.pyr",
            "uid": 9,
            "what": "two contributors of summary VARN.1 were joined",
            "weight_changed": [2, 1],
        }
    ]
    assert ran.json["refused"] == [{"file": "bad.pyr", "why": "It is cut off: the XML ends in the middle, at line 1."}]
    assert ran.error == "CommandError: 1 of 4 files refused."


def test_repairs_are_printed_with_file_uid_and_weights(manage, folder) -> None:
    doubled = (9, "Twice", [[part("Two villages were flooded")], [part("The dam")]])
    (folder / "ann.pyr").write_bytes(pyr((*SCUS, doubled)))
    lines = manage("import_duc", "--project", "varn", folder / "ann.pyr").out.splitlines()
    assert lines[2] == ("ann.pyr: uid 9: two contributors of summary VARN.1 were joined (weight 2 in the file, 1 here)")


def test_repairs_of_a_kind_are_folded_and_all_told_when_asked(manage, folder) -> None:
    same = [(8, f"Dam {number}", [[part("The dam")]]) for number in range(4)]
    (folder / "ann.pyr").write_bytes(pyr((*SCUS, *same)))
    few = manage("import_duc", "--project", "few", folder / "ann.pyr").out.splitlines()
    assert few[2:] == [
        "3 times in ann.pyr: uid … was used twice; this SCU is now uid …",
        "3 repairs and notes in total; -v 2 shows each.",
    ]
    lines = manage("import_duc", "--project", "many", folder / "ann.pyr", "-v", "2").out.splitlines()
    assert len(lines[2:]) == 3
    assert all("uid 8 was used twice; this SCU is now uid" in line for line in lines[2:])


def test_a_project_that_is_there_is_not_said_to_be_new(manage, folder) -> None:
    make_project("varn")
    ran = manage("import_duc", "--project", "varn", folder)
    assert "New project" not in ran.out
    dry = manage("import_duc", "--project", "vran", folder, "--dry-run")
    assert "The project “vran” would be created" in dry.out
    assert Project.objects.count() == 1


def test_a_second_import_is_a_no_op_that_succeeds(manage, folder) -> None:
    manage("import_duc", "--project", "varn", folder)
    ran = manage("import_duc", "--project", "varn", folder, "--json")
    assert (ran.status, ran.json["files"], len(ran.json["repairs"])) == (0, 0, 2)


def test_a_dry_run_leaves_no_project(manage, folder) -> None:
    dry = manage("import_duc", "--project", "varn", folder, "--dry-run", "--json")
    assert (dry.status, dry.json["files"]) == (0, 2)
    assert not Project.objects.exists()
    assert manage("import_duc", "--project", "varn", folder, "--json").json == dry.json


def test_a_dry_run_leaves_an_existing_project_as_it_is(manage, folder) -> None:
    make_project("varn")
    assert manage("import_duc", "--project", "varn", folder, "--dry-run").status == 0
    assert (Project.objects.count(), Topic.objects.count(), Membership.objects.count()) == (1, 0, 0)


def test_a_project_of_which_every_file_was_refused_is_not_made(manage, tmp_path) -> None:
    (tmp_path / "a.pyr").write_bytes(b"")
    ran = manage("import_duc", "--project", "varn", tmp_path / "a.pyr")
    assert ran.status == 1
    assert ran.err.splitlines() == ["a.pyr: refused. It is empty.", "CommandError: 1 of 1 files refused."]
    assert not Project.objects.exists()


def test_topic_owner_and_matcher_can_be_said(manage, folder) -> None:
    names = ("--topic", "Dams", "--owner", "Ann Lee", "--matcher", "Bo Li")
    manage("import_duc", "--project", "varn", folder, *names)
    assert Topic.objects.get().key == "Dams"
    assert (pyramids().get().owner.name, peer_annotations().get().owner.name) == ("Ann Lee", "Bo Li")


def test_whose_an_annotation_is_does_not_say_whose_the_pyramid_is(manage, folder) -> None:
    manage("import_duc", "--project", "varn", folder, "--matcher", "Bo Li")
    assert (pyramids().get().owner.name, peer_annotations().get().owner.name) == ("ann", "Bo Li")


def test_names_by_a_map(manage, folder, tmp_path) -> None:
    table = tmp_path / "names.csv"
    table.write_text("file,annotator,topic,summarizer\nann.pyr,Ann,T,\np1.pan,Bob,T,sys1\n")
    manage("import_duc", "--project", "varn", folder, "--map", table)
    annotation = peer_annotations().get()
    assert (annotation.owner.name, annotation.peer_name, Topic.objects.get().key) == ("Bob", "sys1", "T")


def test_names_by_a_regular_expression(manage, folder) -> None:
    regex = r"(?P<topic>D\d)/(?:peers/)?(?P<summarizer>\w+)\.p"
    assert manage("import_duc", "--project", "varn", folder, "--name-regex", regex).status == 0
    assert peer_annotations().get().peer_name == "p1"


def test_models_without_headers_are_told_apart_by_the_separator(manage, tmp_path) -> None:
    file = tmp_path / "D1.pyr"
    file.write_bytes(pyr((), "one two\n====\nthree four\n", regex=None))
    assert manage("import_duc", "--project", "varn", file).status == 1
    assert manage("import_duc", "--project", "varn", file, "--separator", "=+\n", "--json").json["models"] == 2


def test_models_without_headers_are_told_apart_by_their_number(manage, tmp_path) -> None:
    file = tmp_path / "D1.pyr"
    file.write_bytes(pyr((), "one two\n\nthree four\n", regex=None))
    assert manage("import_duc", "--project", "varn", file, "--models", 2, "--json").json["models"] == 2


@needs_data
def test_the_real_set_comes_in_whole(manage) -> None:
    ran = manage("import_duc", "--project", "matter", MATTER, "--json")
    counts = {name: ran.json[name] for name in ("files", "topics", "models", "peers", "scus")}
    assert (ran.status, counts) == (0, {"files": 23, "topics": 1, "models": 5, "peers": 20, "scus": 140})


@pytest.mark.parametrize("arguments", [[], ["--project", "p"], ["--project", "p", "a.pyr", "--models", "two"]])
def test_wrong_usage_ends_with_status_two(manage, arguments) -> None:
    ran = manage("import_duc", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert "usage:" in ran.err


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["nowhere.pyr"], "CommandError: Cannot read nowhere.pyr: No such file or directory."),
        (["."], "CommandError: There is no .pyr or .pan file in these paths."),
        (["ann.pyr", "--map", "none.csv"], "CommandError: Cannot read none.csv: No such file or directory."),
        (["ann.pyr", "--map", "."], "CommandError: Cannot read .: Is a directory."),
        (["ann.pyr", "--map", "wrong.csv"], "CommandError: The map of names needs the column file"),
        (["ann.pyr", "--name-regex", "(?P<topic>"], "CommandError: The name regex "),
        (["ann.pyr", "--name-regex", "topic"], "CommandError: The name regex needs at least one of the groups"),
        (["ann.pyr", "--project", "no/slug"], "CommandError: A project's URL name has 1 to 60 letters, digits"),
        (["ann.pyr", "--project", "p" * 61], "CommandError: A project's URL name has 1 to 60 letters, digits"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_status_one(manage, monkeypatch, tmp_path, arguments, line) -> None:
    monkeypatch.chdir(tmp_path)
    given = ["ann.pyr"] if "ann.pyr" in arguments else []
    for name in given:
        Path(name).write_bytes(pyr())
    Path("wrong.csv").write_text("a,b\n")
    ran = manage("import_duc", "--project", "varn", *arguments)
    assert ran.status == 1
    assert ran.error.startswith(line)
    assert not Project.objects.exists()


def test_a_file_that_may_not_be_read_is_one_line(manage, monkeypatch, folder) -> None:
    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("annotator.management.commands.import_duc.read_bytes", refuse)  # root may read everything
    ran = manage("import_duc", "--project", "varn", folder)
    assert (ran.status, ran.error) == (1, f"CommandError: Cannot read {folder}: Permission denied.")


def test_files_that_cannot_be_read_are_refused_and_the_others_imported(manage, folder) -> None:
    missing = folder / "missing.pan"
    ran = manage("import_duc", "--project", "varn", missing, folder, "--json")
    assert (ran.status, ran.error) == (1, "CommandError: 1 of 3 files refused.")
    assert ran.json["files"] == 2
    assert ran.json["refused"] == [{"file": str(missing), "why": "It cannot be read (No such file or directory)."}]
    ran = manage("import_duc", "--project", "other", folder, missing, "--strict")
    assert (ran.status, ran.error) == (1, f"CommandError: Cannot read {missing}: No such file or directory.")
    assert not Project.objects.filter(slug="other").exists()


def test_strict_stops_at_the_first_refused_file(manage, folder) -> None:
    (folder / "bad.pyr").write_bytes(b"<pyramid>")
    ran = manage("import_duc", "--project", "varn", folder, "--json", "--strict")
    assert (ran.status, ran.json["files"], len(ran.json["refused"])) == (1, 1, 1)
    assert manage("import_duc", "--project", "varn", folder, "--json").json["files"] == 1


def test_a_separator_that_begins_with_a_dash_is_a_usage_error_that_says_how_to_write_it(manage, folder) -> None:
    ran = manage("import_duc", "--project", "varn", folder, "--separator", "-+")
    assert ran.status == 2
    assert "if it begins with a dash, write --separator=REGEX" in ran.err


def test_a_folder_that_is_called_as_a_file_is_no_file(manage, folder) -> None:
    (folder / "old.pyr").mkdir()
    (folder / "old.pyr" / "D2.pyr").write_bytes(pyr(SCUS[:1]))
    assert manage("import_duc", "--project", "varn", folder, "--json").json["files"] == 3


@pytest.mark.parametrize(
    "data",
    [
        pyr()[:400],
        b"<!DOCTYPE p [<!ENTITY a 'lol'><!ENTITY b '&a;&a;'>]><pyramid><text><line>&b;</line></text></pyramid>",
        b"\xff\xfe<\x00",
        b"\x00" * 10,
        pan(PEER_SCUS).replace(b"<text>", b"<txt>").replace(b"</text>", b"</txt>"),
    ],
    ids=["cut off", "entity bomb", "utf-16", "zeros", "no text"],
)
@pytest.mark.parametrize("ending", ["pyr", "pan"])
def test_a_broken_file_is_refused_with_a_sentence_and_never_a_traceback(manage, tmp_path, data, ending) -> None:
    file = tmp_path / f"D1.{ending}"
    file.write_bytes(data)
    ran = manage("import_duc", "--project", "varn", file, "--json")
    assert (ran.status, ran.error) == (1, "CommandError: 1 of 1 files refused.")
    assert ran.json["refused"][0]["file"] == file.name
    assert ran.json["refused"][0]["why"].endswith(".")


def test_the_shell_sees_the_exit_status() -> None:
    """manage.py itself; wrong usage is found before the database is asked."""
    command = [sys.executable, "manage.py", "import_duc"]
    ran = subprocess.run(command, cwd=Path(__file__).parents[3], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "Traceback" not in ran.stderr
