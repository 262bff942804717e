"""Names of files and folders: nothing is read or written but what was asked for, wherever a name points."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from annotator.interchange.duc import importing
from annotator.interchange.duc.exporting import _unused_name
from annotator.interchange.duc.report import DucFile
from annotator.interchange.models import ImportedFile
from annotator.interchange.project_file.reading import read
from annotator.interchange.project_file.refusals import ProjectFileError
from annotator.projects.models import Project, Summary
from annotator.work.release_models import Release
from tests.annotator.commands.command_line import CommandLine
from tests.annotator.duc.duc_files import pan, pyr
from tests.annotator.interchange.duc_import import run_import
from tests.annotator.interchange.whole_project import whole_file
from tests.factories import make_project, make_topic
from tests.scenes import make_scene, signed_in
from tests.security.limited import PATIENCE, run_limited
from tests.site_process import ROOT

OUTSIDE = [
    "../../evil.pyr",
    "/tmp/evil.pyr",
    "..\\..\\evil.pyr",
    "C:\\evil.pyr",
    "C:evil.pyr",
    "a/../../evil.pyr",
    "..",
    ".",
    ".profile",
    "evil.sh",
    f"{'x' * 300}.pyr",
    f"{'語' * 100}.pyr",
    "a\nb.pyr",
    "a\x1b[2J.pyr",
    "rtl\u202egnp.pyr",
]


@pytest.fixture
def manage(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, db: None) -> CommandLine:
    """Runs a command on the test's own transaction."""
    monkeypatch.setattr("django.db.connections.close_all", lambda: None)
    return CommandLine(capsys)


def is_a_name(name: str, ending: str) -> bool:
    """Whether a name is that of a file and of nothing else."""
    sound = PurePosixPath(name).name == name and "\\" not in name and ":" not in name and name.isprintable()
    return sound and len(name.encode()) <= 255 and name.endswith(ending) and not name.startswith(".")


@pytest.mark.parametrize("own", [*OUTSIDE, "a\0b.pyr", ""])
def test_what_a_row_calls_its_file_leads_to_no_other_folder(own: str) -> None:
    assert is_a_name(_unused_name(own, "D1.ann.r1.pyr", set()), ".pyr")
    assert _unused_name(own, "D1.ann.r1.pyr", set()) != own
    assert is_a_name(_unused_name("", f"D1.{own}.r1.pyr", set()), ".pyr")


@pytest.mark.django_db
def test_a_folder_is_filled_with_nothing_beside_it(
    manage: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    project = make_project("varn")
    evil = {"ann.pyr": str(tmp_path / "evil.pyr"), "ann.D1.p1.pan": "../evil.pan"}
    monkeypatch.setattr(importing, "DucFile", lambda name, by, now: DucFile(evil[name], by, now))
    run_import(project, {"ann.pyr": pyr(), "ann.D1.p1.pan": pan()}, topic="D1")
    project.memberships.update(name="..")
    ran = manage("export_duc", "--project", "varn", "--out", tmp_path / "out")
    assert ran.status == 0
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["...D1.p1.pan", "D1....r1.pyr"]


class _Named(BytesIO):
    """A file of whatever name, as a client may send it."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(data)
        self.name = name


FORGED: dict[str, Callable[[Any], Any]] = {
    "of a release": lambda v: v["topics"][0]["pyramids"][0]["releases"][0],
    "of an annotation": lambda v: v["topics"][0]["annotations"][0],
}


@pytest.mark.django_db
@pytest.mark.parametrize("where", FORGED)
@pytest.mark.parametrize("name", ["/etc/cron.d/evil", "../evil.pyr", "..\\evil.pyr"])
def test_a_projects_file_brings_no_paths(where: str, name: str) -> None:
    value = json.loads(whole_file())
    FORGED[where](value)["file_name"] = name
    with pytest.raises(ProjectFileError, match=r"file_name: This is not the name of a file\.$"):
        read(json.dumps(value).encode())
    value = json.loads(whole_file())
    value["imported_files"][0]["name"] = name
    with pytest.raises(ProjectFileError, match=r"name: This is not the name of a file\.$"):
        read(json.dumps(value).encode())


@pytest.mark.django_db
@pytest.mark.parametrize("name", [*OUTSIDE[:8], "a\0b.pyr", *OUTSIDE[10:]])
def test_an_uploads_name_is_a_name_and_no_place(name: str) -> None:
    scene = make_scene()
    client = signed_in(scene.manager)
    sent = _Named(pyr(), name)
    client.post("/p/p/import/", {"how": "duc", "uploads": [sent], "topic": "D1"})
    files, releases = ImportedFile.objects.values_list("name"), Release.objects.values_list("file_name")
    assert all(PurePosixPath(one).name == one and one.isprintable() for (one,) in [*files, *releases])
    make_topic(scene.project, "D2")
    text = _Named(b"One two.", name)
    client.post("/p/p/t/D2/summaries/", {"how": "files", "kind": "model", "uploads": [text]})
    assert not {"..", ".", ""} & set(Summary.objects.values_list("summarizer", flat=True))
    assert all("/" not in one and "\\" not in one for one in Summary.objects.values_list("summarizer", flat=True))


@pytest.mark.django_db
def test_control_characters_of_a_name_do_not_reach_a_terminal(manage: CommandLine, tmp_path: Path) -> None:
    folder = tmp_path / "D1"
    folder.mkdir()
    (folder / "a\x1b[2J\u202e.pyr").write_bytes(b"no XML")
    label = pyr().replace(b'label="The dam at Varn broke"', 'label="\x9b2J never"'.encode(), 1)
    (folder / "b\x9b.pyr").write_bytes(label.replace(b'start="', b'start="9999', 1))
    ran = manage("import_duc", "--project", "varn", folder, "--owner", "ann", "-v", "2")
    assert ran.status == 1
    assert "a?[2J?.pyr: refused." in ran.err
    assert "b?.pyr: uid 1:" in ran.out
    assert all(char.isprintable() or char == "\n" for char in ran.out + ran.err)


def test_folders_that_go_round_pipes_and_devices_end(tmp_path: Path) -> None:
    """Each in a process of its own: what waits for a pipe or reads a device would never come back."""
    folder = tmp_path / "D1"
    (folder / "round").mkdir(parents=True)
    (folder / "ann.pyr").write_bytes(pyr())
    os.mkfifo(folder / "pipe.pan")
    (folder / "device.pan").symlink_to("/dev/zero")
    (folder / "pipe-too.pyr").symlink_to(folder / "pipe.pan")
    (folder / "nowhere.pyr").symlink_to(tmp_path / "not-there")
    (folder / "round" / "again").symlink_to(folder)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "other.pyr").write_bytes(pyr())
    (folder / "linked").symlink_to(tmp_path / "elsewhere")
    (folder / "link.pyr").symlink_to(tmp_path / "elsewhere" / "other.pyr")
    code = f"""if True:
        from pathlib import Path
        from annotator.management.commands.import_duc import _read_files
        files, unread = _read_files([Path({str(folder)!r})])
        print(sorted(name for name, _ in files), unread)
        files, unread = _read_files([Path("/dev/zero")])
        print([len(data) for _, data in files], unread)
    """
    done = subprocess.run(
        [sys.executable, "-c", f"import django\ndjango.setup()\n{code}"],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.stdout == "['D1/ann.pyr', 'D1/link.pyr'] []\n[10000001] []\n", done.stderr


def test_a_device_is_refused_by_what_scores_files() -> None:
    code = """
        from pathlib import Path
        import django
        django.setup()
        from scoring.stats.codings import UncoveredPolicy
        from scoring.results.agreement.files import file_agreement
        from scoring.observations.files import FileSettings, score_files
        from scoring.observations.files import FileRefused
        from scoring.results.stability.files import file_stability
        from scoring.results.stability.result import StabilitySettings
        for read, what in (
            (score_files, FileSettings()), (file_stability, StabilitySettings()),
            (file_agreement, UncoveredPolicy.SINGLETON)
        ):
            try:
                read([Path("/dev/zero")] * 2, what)
            except FileRefused as refused:
                print(refused)
    """
    assert run_limited(code, megabytes=4000).out == "/dev/zero: It is larger than 10 MB.\n" * 3


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["http://127.0.0.1:1/x.pyr", "file:///etc/passwd", "\\\\host\\share\\x.pyr"])
def test_an_address_is_a_file_that_is_not_there(manage: CommandLine, path: str) -> None:
    ran = manage("import_duc", "--project", "varn", path)
    assert (ran.status, ran.out) == (1, "")
    assert "Cannot read" in ran.error
    assert not Project.objects.exists()
    ran = manage("import_project", path)
    assert (ran.status, ran.out) == (1, "")


def test_nothing_in_the_code_asks_other_servers() -> None:
    """No module of the site can open an address: there is nothing that an import from one could be made of."""
    callers = ("urllib.request", "http.client", "import requests", "httpx", "aiohttp", "ftplib", "urlopen(")
    sources = [path for app in ("annotator", "scoring", "config") for path in (ROOT / app).rglob("*.py")]
    found = {str(path.relative_to(ROOT)) for path in sources if any(one in path.read_text("utf-8") for one in callers)}
    assert found <= {"config/container_health.py"}
