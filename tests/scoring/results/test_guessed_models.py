"""A guess about where model summaries begin is a warning of every result: of files, of a project, of its exports."""

import json
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from openpyxl import load_workbook

from annotator.duc.documents import pyramid_from_json, pyramid_to_json
from annotator.duc.readers import read_pyr
from annotator.projects.models import Project
from annotator.work.release_models import Release
from tests.annotator.duc.duc_files import PEER_SCUS, SCUS, TEXT, pan, pyr, pyramid_xml
from tests.annotator.interchange.duc_import import run_import
from tests.factories import make_member, make_project
from tests.scenes import signed_in

GUESS = (
    "no usable startDocumentRegEx: 3 model summaries found by names between lines of dashes; "
    "the text before the first header was left out"
)
TITLED = f"#4\n{TEXT}"
MOVED = [
    (uid, label, [[(start + 3, end + 3, words) for start, end, words in parts] for parts in contributors])
    for uid, label, contributors in SCUS
]
PYR = pyr(MOVED, TITLED, regex=None)
FILES = {"ann.pyr": PYR, "ann.Dam.p1.pan": pan(pyramid=pyramid_xml(MOVED, TITLED, regex=None))}


def output(command: str, *arguments: object) -> str:
    out = StringIO()
    call_command(command, *map(str, arguments), stdout=out, stderr=StringIO())
    return out.getvalue()


@pytest.fixture
def paths(tmp_path: Path) -> list[Path]:
    for name, data in FILES.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "bob.pyr").write_bytes(PYR)
    return [tmp_path / name for name in ("ann.pyr", "bob.pyr", "ann.Dam.p1.pan")]


@pytest.fixture
def project(db: None) -> Project:
    project = make_project("p")
    assert run_import(project, FILES, topic="Dam", owner="ann").refused == []
    assert run_import(project, {"bob.pyr": pyr(MOVED[:2], TITLED, regex=None)}, topic="Dam", owner="bob").refused == []
    return project


def test_results_of_files_have_the_guess_as_a_warning(paths: list[Path]) -> None:
    ann, bob, peer = paths
    (scored,) = json.loads(output("score_files", peer, "--format", "json"))
    assert f"{GUESS}." in scored["warnings"]
    assert f"{GUESS}." in output("score_files", peer, "--format", "csv")
    assert f"Topic ann: {GUESS}." in json.loads(output("stability", ann, "--json"))["warnings"]
    warnings = json.loads(output("agreement", "--files", ann, bob, "--json"))["warnings"]
    assert warnings == [f"{ann}: {GUESS}.", f"{bob}: {GUESS}."]


@pytest.mark.parametrize("arguments", [[], ["--humans", "jackknife"]])
def test_scores_of_a_project_have_the_guess_as_a_warning(project: Project, arguments: list[str]) -> None:
    rows = json.loads(output("export_scores", "--project", "p", "--out", "-", "--format", "json", *arguments))
    assert rows
    assert all(f"{GUESS}." in row["warnings"] for row in rows)


def test_tables_without_a_column_of_warnings_have_the_guess_on_standard_error(project: Project, tmp_path: Path) -> None:
    for arguments in (["--format", "duc"], ["--shape", "wide"], ["--shape", "wide", "--format", "xlsx"]):
        errors = StringIO()
        call_command("export_scores", "--project", "p", "--out", str(tmp_path / "x"), *arguments, stderr=errors)
        assert errors.getvalue() == f"Project p: topic Dam: {GUESS}.\n"


def test_the_other_results_of_a_project_have_the_guess_as_a_warning(project: Project) -> None:
    stability = json.loads(output("stability", "--project", "p", "--owner", "ann", "--json"))
    assert f"Topic Dam: {GUESS}." in stability["warnings"]
    for command in ("agreement", "ranking"):
        assert f"Topic Dam: {GUESS}." in json.loads(output(command, "--project", "p", "--json"))["warnings"]
    client = signed_in(make_member(project, role="manager"))
    for address in ("/api/projects/p/scores/", "/api/projects/p/diagnosis/"):
        assert f"Topic Dam: {GUESS}." in client.get(address).json()["warnings"]
    assert f"Topic Dam: {GUESS}." in client.get("/p/p/scores/").content.decode()


def test_tables_without_a_column_of_warnings_have_the_guess_beside_the_settings(
    project: Project, tmp_path: Path
) -> None:
    wide = output("export_scores", "--project", "p", "--out", "-", "--shape", "wide")
    assert wide.count(f"; warnings=Project p: topic Dam: {GUESS}.") == len(wide.splitlines()) - 1 > 0
    output("ranking", "--project", "p", "--csv", tmp_path / "ranks.csv", "--xlsx", tmp_path / "ranks.xlsx")
    assert f"; warnings=Topic Dam: {GUESS}." in (tmp_path / "ranks.csv").read_text(encoding="utf-8")
    workbook = load_workbook(tmp_path / "ranks.xlsx")
    assert ("note on the ranking", f"Topic Dam: {GUESS}.") in workbook["settings"].values
    client = signed_in(make_member(project, role="manager"))
    assert f"; warnings=Topic Dam: {GUESS}." in client.get("/p/p/diagnosis.csv").content.decode()
    downloaded = b"".join(client.get("/api/projects/p/scores/export/?file=xlsx"))
    assert ("note", f"Project p: topic Dam: {GUESS}.") in load_workbook(BytesIO(downloaded))["settings"].values


@pytest.mark.django_db
def test_enough_has_the_guess_as_a_warning() -> None:
    project, guessed = make_project("p"), pyramid_xml(MOVED, TITLED, regex=None)
    for number, topic in enumerate(("Dam", "Lake"), start=1):
        peers = {
            f"ann.p{peer}.pan": pan(PEER_SCUS[peer:], pyramid=guessed, after="\n" * (peer + number)) for peer in (0, 1)
        }
        assert run_import(project, {"ann.pyr": PYR, **peers}, topic=topic, owner="ann", matcher="ann").refused == []
    expected = {f"Topic {topic}: {GUESS}." for topic in ("Dam", "Lake")}
    assert expected <= {*json.loads(output("enough", "--project", "p", "--json"))["warnings"]}
    client = signed_in(make_member(project, role="manager"))
    for result in ("enough", "stability", "agreement", "scores", "diagnosis"):
        assert expected <= {*client.get(f"/api/projects/p/{result}/").json()["warnings"]}, result


def test_the_guess_survives_as_json_and_is_not_there_without_one(project: Project) -> None:
    for data, guess in ((PYR, GUESS), (pyr(), "")):
        document = read_pyr(data).document
        assert document.guess == guess
        assert pyramid_from_json(json.loads(json.dumps(pyramid_to_json(document)))) == document
        assert ("guess" in pyramid_to_json(document)) == bool(guess)
    assert set(Release.objects.values_list("guess", flat=True)) == {GUESS}
