"""Members, topics and projects with sheets: what stays and what goes."""

import pytest
from django.db import DatabaseError, transaction

from annotator.judgments.models import Instrument, ItemList, Judgment, Mark, sheets
from annotator.judgments.services.item_lists import create_typed_statement_list
from annotator.projects.members import remove_member
from annotator.projects.models import Membership, Project
from annotator.work.tasks.models import Assignment
from tests.annotator.judgments.scene import Judging, make_judging
from tests.annotator.work.log.requests import edit, group
from tests.factories import make_assignment, make_summary, make_topic
from tests.scenes import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def judging() -> Judging:
    """Sheets of every kind, some with values and marks."""
    judging = make_judging()
    for preset in judging.instruments:
        judging.begin(preset)
    sheet = judging.sheet("see-2002")
    answer = judging.send(
        sheet,
        group(edit("mark", item=1, to=1), edit("judge", question="covered", item=1, value=20)),
    )
    assert answer.status_code == 200, answer.content
    assert Mark.objects.exists()
    return judging


def test_a_removed_judge_keeps_the_sheets_but_not_the_tasks(judging: Judging) -> None:
    make_assignment(judging.topic, judging.members["judge"], kind="sheet", slot="duc-quality")
    member, count = judging.members["judge"], sheets().count()
    page = signed_in(judging.manager).get(f"/p/p/members/{member.pk}/").content.decode()
    assert "Their work stays here under this name." in page
    remove_member(member=member, by=judging.manager)
    member.refresh_from_db()
    assert (member.user, member.name) == (None, "judge")
    assert sheets().filter(owner=member).count() == count
    assert not Assignment.objects.exists()
    assert "judge" in signed_in(judging.manager).get("/p/p/judge/duc-quality/").content.decode()
    again = signed_in(judging.manager).post(f"/p/p/members/{member.pk}/", {"how": "remove"})
    assert again.status_code == 400
    assert "judge owns work in this project, so the name stays." in again.content.decode()


def test_a_member_with_tasks_but_no_sheets_is_removed_with_the_tasks(judging: Judging) -> None:
    make_assignment(judging.topic, judging.members["reviewer"], kind="sheet", slot="duc-quality")
    remove_member(member=judging.members["reviewer"], by=judging.manager)
    assert not Membership.objects.filter(name="reviewer").exists()
    assert not Assignment.objects.exists()


def test_a_project_is_deleted_with_its_sheets(judging: Judging) -> None:
    client = signed_in(judging.manager)
    page = client.get("/p/p/delete/").content.decode()
    assert f"<li>{sheets().count()} sheets</li>" in page
    assert client.post("/p/p/delete/", {"name": judging.project.name}).status_code == 302
    assert not Project.objects.filter(slug="p").exists()
    for model in (Instrument, ItemList, Judgment, Mark):
        assert not model.objects.exists()


def test_a_topic_with_judgments_cannot_be_deleted_by_itself(judging: Judging) -> None:
    """No page deletes topics. The triggers that keep logs also protect sheets from a shell."""
    before = sheets().count(), Judgment.objects.count()
    with pytest.raises(DatabaseError, match="never changed or deleted"), transaction.atomic():
        judging.topic.delete()
    assert (sheets().count(), Judgment.objects.count()) == before


def test_a_topic_on_which_nobody_has_judged_is_deleted_with_its_lists_and_tasks(judging: Judging) -> None:
    topic = make_topic(judging.project, "empty")
    make_summary(topic, "peer")
    create_typed_statement_list(topic=topic, texts=["It burned."], by=judging.manager)
    make_assignment(topic, judging.members["judge"], kind="sheet", slot="presence")
    topic.delete()
    assert not ItemList.objects.filter(topic=topic.pk).exists()
    assert not Assignment.objects.exists()
