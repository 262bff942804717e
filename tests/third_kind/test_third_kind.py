"""A kind that only registers itself has the log, undo, states, tasks, blindness, history, notes, the offline queue."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotator.projects.models import Topic
from annotator.projects.services import delete_project
from annotator.work.kinds import _kinds, kinds, register
from annotator.work.log.models import Edit
from annotator.work.log.rebuild import check_log_of, rebuild
from annotator.work.models import Work
from annotator.work.notes.models import NoteThread
from annotator.work.states.reviews import reviews_for
from annotator.work.tasks.assignments import PlannedTask, assign
from annotator.work.tasks.own_tasks import own_tasks
from annotator.work.visibility import topics_with_roles
from tests import factories
from tests.annotator.work.log.requests import edit, group
from tests.scenes import Scene, add_topic_roles, make_scene, signed_in
from tests.third_kind.kind import ChecklistKind
from tests.third_kind.models import Answer
from tests.third_kind.verbs import ITEMS

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.third_kind.urls")]

FLUENT, SHORT, ANSWERS = ITEMS
TODAY = date(2026, 3, 1)
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    """The kind, known during a test."""
    register(ChecklistKind())
    yield
    if "checklist" in {kind.name for kind in kinds()}:
        del _kinds["checklist"]


@dataclass
class Team(Scene):
    """A checklist about a peer, and a member of each kind."""

    sheet: Work

    @property
    def topic(self) -> Topic:
        return self.sheet.topic

    def url(self, call: str = "") -> str:
        return f"/api/checklists/{self.sheet.pk}/{call}"

    @property
    def page(self) -> str:
        return f"/p/p/t/D1/checklists/7/quality/{self.members['owner'].name}/"

    def send(self, *groups: dict[str, Any], who: str = "owner", base: int = 0) -> Any:
        body = {"base": base, "groups": list(groups)}
        return signed_in(self.user(who)).post(self.url("edits/"), body, format="json")

    def get(self, call: str = "", who: str = "owner") -> Any:
        return signed_in(self.user(who)).get(self.url(call))

    def post(self, call: str, who: str = "owner", **body: Any) -> Any:
        return signed_in(self.user(who)).post(self.url(call), body, format="json")

    def answers(self) -> dict[str, bool]:
        return {
            str(item): value
            for item, value in Answer._default_manager.filter(work=self.sheet).values_list("item", "value")
        }


@pytest.fixture
def team() -> Team:
    scene = make_scene(people=("owner", "colleague", "reviewer", "editor", "manager", "viewer"))
    members = scene.members | {"outsider": factories.make_member(factories.make_project("q"))}
    topic = factories.make_topic(scene.project, "D1")
    peer = factories.make_summary(topic, "peer", summarizer="7")
    sheet = Work.objects.create(kind="checklist", topic=topic, summary=peer, owner=members["owner"], slot="quality")
    sheet.editors.add(members["editor"])
    add_topic_roles(topic, reviewer=members["reviewer"])
    return Team(scene.project, members, sheet)


def answer(item: str, value: bool | None, was: bool | None = None) -> dict[str, Any]:
    return edit("answer", item=item, value=value, was=was)


# The log, undo and redo


def test_an_answer_is_written_and_logged(team: Team) -> None:
    sent = team.send(group(answer(FLUENT, value=True), answer(SHORT, value=False)))
    assert (sent.status_code, sent.data["revision"], sent.data["refused"]) == (200, 2, None)
    assert sent.data["state"][FLUENT]["value"] is True
    assert team.answers() == {FLUENT: True, SHORT: False}
    assert [row.verb for row in team.sheet.edits.order_by("revision")] == ["answer", "answer"]
    assert rebuild(team.sheet.pk) == (ChecklistKind().snapshots([team.sheet.pk])[team.sheet.pk], [])


@pytest.mark.parametrize(
    ("sent", "code"),
    [(answer(FLUENT, value=True, was=False), "changed"), (answer(str(uuid4()), value=True), "gone")],
)
def test_an_answer_that_does_not_fit_is_refused(team: Team, sent: dict[str, Any], code: str) -> None:
    assert team.send(group(sent)).data["refused"]["code"] == code
    assert team.answers() == {}


def test_the_parser_knows_the_verb(team: Team) -> None:
    refused = team.send(group(edit("answer", item=FLUENT, value="yes", was=None)))
    assert (refused.status_code, refused.data["errors"][0]["field"]) == (400, "groups[0].edits[0].value")
    assert team.send(group(edit("create_scu", scu=FLUENT))).status_code == 400


def test_a_step_is_undone_and_redone_and_the_log_tells_the_rows(team: Team) -> None:
    first, second = group(answer(FLUENT, value=True)), group(answer(FLUENT, value=False, was=True))
    team.send(first, second)
    for verb, key, expected in (
        ("undo", second, {FLUENT: True}),
        ("undo", first, {}),
        ("redo", first, {FLUENT: True}),
        ("redo", second, {FLUENT: False}),
    ):
        turned = team.send(group(edit(verb, group=key["group"])))
        assert turned.data["refused"] is None
        assert team.answers() == expected
        (checked,) = check_log_of(team.sheet.pk)
        assert checked.faults == ()


def test_only_the_latest_own_step_is_undone_and_a_manager_undoes_any(team: Team) -> None:
    first, second = group(answer(FLUENT, value=True)), group(answer(SHORT, value=True))
    team.send(first, second)
    undo = {"verb": "undo", "group": first["group"]}
    assert team.send(group(edit(**undo))).data["refused"]["code"] == "blocked"
    assert team.send(group(edit(**undo)), who="editor").data["refused"]["code"] == "blocked"
    assert team.send(group(edit(**undo)), who="manager").data["refused"] is None


@pytest.mark.django_db(transaction=True)
def test_an_edit_costs_five_queries(team: Team) -> None:
    client = signed_in(team.user("owner"))
    body = {"base": 0, "groups": [group(answer(FLUENT, value=True))]}
    with CaptureQueriesContext(connection) as captured:
        assert client.post(team.url("edits/"), body, format="json").status_code == 200
    outside = ('FROM "annotator_accountsession"', 'FROM "auth_user"')
    assert len([query for query in captured if not any(table in query["sql"] for table in outside)]) == 5


# The protocol of the offline queue


def test_a_group_that_was_applied_is_reported_and_not_applied_again(team: Team) -> None:
    sent = group(answer(FLUENT, value=True))
    for _ in range(2):
        again = team.send(sent)
        assert (again.status_code, again.data["applied"], again.data["revision"]) == (200, [sent["group"]], 1)
    other = {**sent, "edits": [answer(FLUENT, value=False, was=True)]}
    assert team.send(other).status_code == 422
    assert team.answers() == {FLUENT: True}


def test_a_stale_base_is_told_what_it_missed(team: Team) -> None:
    team.send(group(answer(FLUENT, value=True)), who="editor")
    late = team.send(group(answer(SHORT, value=True)), base=0)
    assert [(one["verb"], one["by"]) for one in late.data["edits"]] == [("answer", "editor"), ("answer", "owner")]
    assert late.data["state"].keys() == {FLUENT, SHORT}
    ahead = team.send(base=9)
    assert [snapshot["label"] for snapshot in ahead.data["snapshot"]["items"]] == ["Is it fluent?", "Is it short?"]


def test_a_queue_stops_at_what_cannot_apply_and_what_came_before_stays(team: Team) -> None:
    done, lost = group(answer(FLUENT, value=True)), group(answer(SHORT, value=False))
    team.send(done)
    team.send(group(answer(SHORT, value=True)), who="editor")
    third, last = group(answer(ANSWERS, value=True)), group(answer(FLUENT, value=False, was=True))
    sent = team.send(done, third, lost, last, base=1)
    assert sent.data["applied"] == [done["group"], third["group"]]
    assert (sent.data["refused"]["group"], sent.data["refused"]["code"]) == (lost["group"], "changed")
    assert team.answers() == {FLUENT: True, SHORT: True, ANSWERS: True}
    assert team.send(last, base=3).data["refused"] is None


# Who sees and does what


@pytest.mark.parametrize(
    ("who", "status"),
    [("owner", 200), ("editor", 200), ("colleague", 403), ("manager", 403), ("viewer", 403), ("outsider", 404)],
)
def test_owners_and_editors_edit(team: Team, who: str, status: int) -> None:
    assert team.send(group(answer(FLUENT, value=True)), who=who).status_code == status
    assert team.get(who=who).status_code == (404 if who == "outsider" else 200)


def test_a_blind_project_hides_it(team: Team) -> None:
    team.send(group(answer(FLUENT, value=True)))
    team.post("notes/", id=str(uuid4()), text="Why?")
    team.topic.project.blind = True
    team.topic.project.save()
    seeing = {"owner", "editor", "reviewer", "manager"}
    for who in team.members:
        statuses = {
            *(team.get(call, who).status_code for call in ("", "history/", "notes/")),
            team.send(who=who).status_code,
            signed_in(team.user(who)).get(team.page).status_code,
        }
        assert statuses == ({200} if who in seeing else {404}), who
        rows = [model.objects.visible_to(team.user(who)).exists() for model in (Work, Edit, NoteThread)]
        assert rows == [who in seeing] * 3, who
    Topic.objects.update(revealed_at=timezone.now())
    assert team.get(who="colleague").status_code == 200


def test_masked_peers_have_masked_urls(team: Team) -> None:
    peer = team.sheet.summary
    assert peer
    peer.mask = "1"
    peer.save()
    team.topic.project.mask_summarizers = True
    team.topic.project.save()
    masked = team.page.replace("/7/", "/1/")
    assert signed_in(team.user("owner")).get(team.page).status_code == 404
    shown = signed_in(team.user("owner")).get(masked)
    assert shown.status_code == 200
    assert shown.json()["urls"]["state_changes"]["submit"] == f"{masked}state/submit/"


def test_ones_own_unfinished_checklist_hides_the_others(team: Team) -> None:
    team.topic.project.blind = True
    team.topic.project.save()
    own = Work.objects.create(
        kind="checklist", topic=team.topic, summary=team.sheet.summary, owner=team.members["reviewer"], slot="quality"
    )
    seen = topics_with_roles(team.user("reviewer")).values_list("reviews_pyramid", "reviews_match", "reviews_checklist")
    assert list(seen) == [(True, True, False)]
    assert team.get(who="reviewer").status_code == 404
    Work.objects.filter(pk=own.pk).update(state="submitted")
    assert team.get(who="reviewer").status_code == 200


# States, reviews and editors


def test_it_is_finished_reviewed_returned_agreed_to_and_reopened(team: Team) -> None:
    def change_state(verb: str, who: str, note: str = "") -> tuple[int, str]:
        status = team.post("state/", who, verb=verb, note=note).status_code
        team.sheet.refresh_from_db()
        return status, team.sheet.state

    assert change_state("submit", "colleague") == (403, "in_progress")
    assert change_state("submit", "owner") == (200, "submitted")
    assert team.send(group(answer(FLUENT, value=True))).status_code == 423
    assert [review.label for review in reviews_for(team.user("reviewer"), project=team.topic.project)] == [
        "checklist of owner"
    ]
    assert change_state("review", "reviewer") == (200, "in_review")
    assert team.send(group(answer(FLUENT, value=True))).status_code == 423
    assert team.send(group(answer(FLUENT, value=True)), who="reviewer").status_code == 200
    assert change_state("return", "reviewer", "Is it?") == (200, "returned")
    assert team.get().data["stage"]["note"] == "Is it?"
    assert change_state("submit", "editor") == (200, "submitted")
    assert change_state("review", "manager") == (200, "in_review")
    assert change_state("agree", "reviewer") == (200, "submitted")
    assert change_state("review", "reviewer") == (409, "submitted")
    assert change_state("reopen", "owner") == (403, "submitted")
    assert change_state("reopen", "manager") == (200, "in_progress")
    assert team.sheet.edits.count() == team.sheet.revision == 8


def test_the_pages_of_states_editors_and_differences_are_there(team: Team) -> None:
    done = signed_in(team.user("owner")).post(f"{team.page}state/submit/", follow=True)
    assert (done.status_code, done.json()["state"]) == (200, "submitted")
    manager = signed_in(team.user("manager"))
    manager.post(f"{team.page}editors/", {"editors": [team.members["colleague"].pk]})
    assert list(team.sheet.editors.all()) == [team.members["colleague"]]
    place = team.page.removesuffix(f"{team.members['owner'].name}/")
    assert b"Nothing to compare yet" in manager.get(f"{place}differences/").content
    assert manager.get(f"{place}adjudicate/").status_code == 200


# History and notes


def test_its_history_is_told(team: Team) -> None:
    sent = group(answer(FLUENT, value=True))
    team.send(sent, group(edit("undo", group=sent["group"])))
    team.post("state/", verb="submit")
    told = team.get("history/").data["gestures"]
    assert [(one["kind"], one["undone"], bool(one["text"])) for one in told] == [
        ("event", False, True),
        ("turn", False, True),
        ("edit", True, True),
    ]
    assert told[2]["before"] == {FLUENT: None}
    assert told[2]["after"][FLUENT]["value"] is True


def test_notes_hang_on_its_items(team: Team) -> None:
    team.send(group(answer(FLUENT, value=True)))
    written = team.post("notes/", "colleague", id=str(uuid4()), text="Is it?", item=FLUENT)
    assert written.status_code == 201
    assert team.post("notes/", "viewer", id=str(uuid4()), text="No.").status_code == 403
    assert team.post("notes/", id=str(uuid4()), text="No.", scu=FLUENT).status_code == 400
    (thread,) = team.get("notes/").data["threads"]
    assert (thread["item"], thread["notes"][0]["text"]) == (FLUENT, "Is it?")
    closed = signed_in(team.user("owner")).post(f"/api/notes/{thread['id']}/", {"resolved": True}, format="json")
    assert closed.data["threads"][0]["resolved"]
    assert team.get().data["open_notes"] == 0


# Tasks


def test_it_can_be_assigned_and_is_done_when_it_is_finished(team: Team) -> None:
    summary, owner = team.sheet.summary, team.members["owner"]
    tasks = [
        PlannedTask(team.topic, team.members[who], summary, kind="checklist", slot="quality")
        for who in ("owner", "colleague")
    ]
    made = assign(project=team.topic.project, tasks=tasks, by=team.members["manager"])
    assert (made.new_count, made.notes) == (2, [])
    (step,) = own_tasks(user=team.user("owner"), today=TODAY).open
    assert (step.task.url, step.task.name) == (team.page, "checklist 7")
    (open_step,) = own_tasks(user=team.user("colleague"), today=TODAY).open
    assert open_step.task.state == "not_begun"
    team.post("state/", verb="submit")
    mine = own_tasks(user=team.user("owner"), today=TODAY)
    assert (mine.open, [task.is_finished for task in mine.finished]) == ([], [True])
    manager = signed_in(team.user("manager"))
    for page in ("/", "/p/p/", "/p/p/t/D1/", "/p/p/assignments/", "/p/p/t/D1/assignments/", "/p/p/progress/"):
        assert manager.get(page).status_code == 200, page
        assert signed_in(team.user("owner")).get(page).status_code in (200, 403), page
    assert owner.assignments.get().kind == "checklist"


# The one table


def test_one_owner_has_several_checklists_of_a_peer_by_their_slots(team: Team) -> None:
    own = {"kind": "checklist", "topic": team.topic, "summary": team.sheet.summary, "owner": team.members["owner"]}
    other = Work.objects.create(**own, slot="style")
    with pytest.raises(IntegrityError), transaction.atomic():
        Work.objects.create(**own, slot="quality")
    owner = signed_in(team.user("owner"))
    pages = {slot: owner.get(team.page.replace("quality", slot)) for slot in ("quality", "style", "no")}
    assert {slot: page.json()["id"] for slot, page in pages.items() if page.status_code == 200} == {
        "quality": team.sheet.pk,
        "style": other.pk,
    }


def test_it_goes_with_its_project(team: Team) -> None:
    team.send(group(answer(FLUENT, value=True)))
    delete_project(project=team.topic.project, by=team.members["manager"])
    assert not Answer._default_manager.exists()


def test_without_its_registration_it_is_invisible(team: Team) -> None:
    team.send(group(answer(FLUENT, value=True)))
    team.post("notes/", id=str(uuid4()), text="Why?")
    for who in ("owner", "manager"):
        factories.make_assignment(team.topic, team.members[who], team.sheet.summary, kind="checklist", slot="quality")
    del _kinds["checklist"]
    for who in ("owner", "manager"):
        for model in (Work, Edit, NoteThread):
            assert not model.objects.visible_to(team.user(who)).exists()
        assert team.send(group(answer(SHORT, value=True)), who=who).status_code == 404
        assert [team.get(call, who).status_code for call in ("", "history/", "notes/")] == [404] * 3
        assert signed_in(team.user(who)).get(team.page).status_code == 404
        for page in ("/", "/p/p/", "/p/p/t/D1/"):
            assert signed_in(team.user(who)).get(page).status_code == 200, page
        assert not own_tasks(user=team.user(who), today=TODAY)
    for page in ("/p/p/assignments/", "/p/p/t/D1/assignments/", "/p/p/progress/"):
        assert signed_in(team.user("manager")).get(page).status_code == 200, page
