"""Documents, item lists, extracts, instruments and sheets come back from a project file as they were."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from annotator.interchange.project_file.exporting import export_project
from annotator.interchange.project_file.importing import import_project
from annotator.interchange.project_file.refusals import ProjectFileError
from annotator.judgments.models import sheets
from annotator.projects.models import Project
from annotator.work.log.rebuild import check_logs
from tests.annotator.interchange.judged_project import make_judged_project
from tests.annotator.judgments.scene import make_judging

pytestmark = pytest.mark.django_db


def exported(project: Project) -> dict[str, Any]:
    content: dict[str, Any] = json.loads("".join(export_project(project)))
    return content


def test_an_export_imports_and_exports_again_to_the_same_file() -> None:
    judging = make_judged_project()
    before = exported(judging.project)
    copy = import_project(data=json.dumps(before).encode(), by=None, slug="copy")
    after = exported(copy)
    assert after == {**before, "project": {**before["project"], "slug": "copy"}}
    assert [fault for check in check_logs(project=copy) for fault in check.faults] == []
    originals = sheets().filter(topic__project=judging.project)
    slots = set(originals.values_list("slot", flat=True))
    assert set(sheets().filter(topic__project=copy).values_list("slot", flat=True)) == slots
    assert "see-2002.A1" in slots


def test_a_file_without_judgments_has_none_of_their_keys() -> None:
    judging = make_judging()
    content = exported(judging.members["outsider"].project)
    assert "instruments" not in content
    assert import_project(data=json.dumps(content).encode(), by=None, slug="copy").instruments.count() == 0


def _first_sheet(content: dict[str, Any], key: str) -> Any:
    """The first sheet of an instrument with judgments, else the first."""
    of_key = next(instrument for instrument in content["instruments"] if instrument["key"] == key)["sheets"]
    return max(of_key, key=lambda sheet: len(sheet["judgments"]))


FAULTS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "value off the scale": lambda file: _first_sheet(file, "duc-quality")["judgments"][0].update(value=9),
    "log that gives other rows": lambda file: _first_sheet(file, "duc-quality")["judgments"][0].update(value=3),
    "unknown question": lambda file: _first_sheet(file, "duc-quality")["judgments"][0].update(question="q9"),
    "unknown item": lambda file: _first_sheet(file, "see-2002")["judgments"][0].update(item=9),
    "unknown judge": lambda file: _first_sheet(file, "see-2002").update(judge="nobody"),
    "unknown topic": lambda file: _first_sheet(file, "see-2002").update(topic="nothing"),
    "unknown list": lambda file: _first_sheet(file, "see-2002")["items"].update(number=9),
    "unknown document": lambda file: file["topics"][0]["item_lists"][0]["items"][0].update(document="d9"),
    "span outside": lambda file: file["topics"][0]["item_lists"][0]["items"][-1].update(end=999),
    "two equal lists": lambda file: file["topics"][0]["item_lists"].append(file["topics"][0]["item_lists"][0]),
    "rating with a list": lambda file: _first_sheet(file, "duc-quality").update(
        items=_first_sheet(file, "presence")["items"]
    ),
}


@pytest.fixture(scope="module")
def judged_file(django_db_setup: None, django_db_blocker: Any) -> dict[str, Any]:
    from django.db import transaction

    with django_db_blocker.unblock(), transaction.atomic():
        judging = make_judged_project()
        judging.begin("presence")
        content = exported(judging.project)
        transaction.set_rollback(True)
    return content


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_file_is_refused_with_its_place(judged_file: dict[str, Any], fault: str) -> None:
    content = json.loads(json.dumps(judged_file))
    FAULTS[fault](content)
    with pytest.raises(ProjectFileError, match=r"(instruments|topics)\["):
        import_project(data=json.dumps(content).encode(), by=None, slug="copy")
