"""Whether text that matches no SCU was marked is decided for each matcher and release when files are imported."""

from importlib import import_module

import pytest
from django.apps import apps

from annotator.matching.models import MatchFile
from tests.annotator.duc.duc_files import PEER_SCUS, pan, pyr
from tests.annotator.interchange.duc_import import run_import, whats
from tests.factories import make_project

pytestmark = pytest.mark.django_db

UNMARKED = pan(PEER_SCUS[:3])
NOTE = "no text is marked as matching no SCU in 1 peer by 100 against release 1 of ann (D1): there is no original score"


@pytest.fixture
def project():
    return make_project("varn")


def marks() -> dict[str, bool | None]:
    return dict(MatchFile.objects.values_list("name", "marks_non_matching"))


def test_the_import_stores_and_reports_it(project) -> None:
    files = {"ann.pyr": pyr(), "100.D1.p1.pan": UNMARKED, "200.D1.p1.pan": pan()}
    report = run_import(project, files, topic="D1")
    assert (report.refused, whats(report)) == ([], [NOTE])
    assert marks() == {"100.D1.p1.pan": False, "200.D1.p1.pan": True}


def test_another_file_of_the_matcher_that_marks_text_settles_it(project) -> None:
    run_import(project, {"ann.pyr": pyr(), "100.D1.p1.pan": UNMARKED}, topic="D1")
    report = run_import(project, {"100.D1.p2.pan": pan(after="\n")}, topic="D1")
    assert (report.refused, report.repairs) == ([], [])


def test_a_dry_run_reports_it_too(project) -> None:
    files = {"ann.pyr": pyr(), "100.D1.p1.pan": UNMARKED}
    assert whats(run_import(project, files, topic="D1", dry_run=True)) == [NOTE]
    assert marks() == {}


def test_the_migration_decides_it_for_files_imported_before(project) -> None:
    run_import(project, {"ann.pyr": pyr(), "100.D1.p1.pan": UNMARKED, "200.D1.p1.pan": pan()}, topic="D1")
    stored = marks()
    MatchFile.objects.update(marks_non_matching=None)
    import_module("annotator.migrations.0005_marks_non_matching").fill(apps, None)
    assert marks() == stored
