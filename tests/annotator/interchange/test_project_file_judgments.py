"""Documents, item lists, extracts, instruments and sheets come back from a project file as they were."""

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from annotator.interchange.project_file.exporting import export_project
from annotator.interchange.project_file.importing import import_project
from annotator.interchange.project_file.refusals import ProjectFileError
from annotator.judgments.models import Extract, ExtractedItem, sheets
from annotator.judgments.services.item_lists import fix_released_statements
from annotator.projects.models import Membership, Project
from annotator.pyramids.services import release_pyramid, start_pyramid
from annotator.work.log.rebuild import check_logs
from annotator.work.states.services import change_state
from tests.annotator.interchange.whole_project import send
from tests.annotator.judgments.scene import Judging, list_of, make_judging
from tests.factories import SCU_IDS, client_id, make_assignment

pytestmark = pytest.mark.django_db


def make_judged_project() -> Judging:
    """A project with something of each: sheets of every kind, marks, comments, an extract, a program, a task."""
    judging = make_judging()
    judge, topic = judging.members["judge"], judging.topic
    for number in range(1, 6):
        send(judging.sheet("duc-quality"), judge, {"verb": "judge", "question": f"q{number}", "value": number})
    change_state(work=judging.sheet("duc-quality"), verb="submit", by=judging.user("judge"), now=timezone.now())
    coverage = judging.sheet("see-2002")
    send(coverage, judge, {"verb": "mark", "item": 1, "to": 2}, _judge("covered", 40, 1), _judge("related", 20))
    send(coverage, judge, {"verb": "comment_judgment", "question": "covered", "item": 2, "comment": "?", "was": ""})
    undone = send(coverage, judge, _judge("covered", 100, 1))
    send(coverage, judge, {"verb": "undo", "group": undone})
    utility = judging.sheet("mead-utility", "other")
    send(utility, judging.members["other"], _judge("utility", 10, 4), {"verb": "mark", "item": 4, "to": 1})
    sentences = list_of(topic, "document_sentences")
    extract = Extract.objects.create(items=sentences, summarizer="lead", label="10%")
    for position, item in enumerate(sentences.items.order_by("-position")[:2], start=1):
        ExtractedItem.objects.create(extract=extract, item=item, position=position)
    pyramid, scu = start_pyramid(topic=topic, owner=judge), client_id(SCU_IDS, 1)
    part = {"part": str(uuid4()), "scu": scu, "summary": topic.summaries.model_summaries()[0].pk, "start": 0, "end": 8}
    send(pyramid, judge, {"verb": "create_scu", "scu": scu, "label": "Mill"}, {"verb": "add_part", **part})
    release = release_pyramid(pyramid=pyramid, by=judging.user("judge"), now=timezone.now())
    fix_released_statements(release=release, by=judging.manager, vital_from=2)
    Membership.objects.create(project=judging.project, name="gpt", kind="program", version="4")
    make_assignment(topic, judge, kind="sheet", slot="see-2002.A")
    return judging


def _judge(question: str, value: int, item: int | None = None) -> dict[str, Any]:
    return {"verb": "judge", "question": question, "value": value, "item": item}


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
