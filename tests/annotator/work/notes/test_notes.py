"""Notes in threads: written, answered, resolved and read, by whom, and what becomes of them when SCUs go."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.projects.models import Membership
from annotator.work.log.models import Edit
from annotator.work.notes import services as service
from annotator.work.notes.models import Note, NoteThread
from annotator.work.states.models import TopicRole
from tests.annotator.conftest import WorkScene, make_work
from tests.annotator.work.log.requests import edit, group, self_url, send
from tests.factories import EDIT_IDS, SCU_IDS, client_id, make_summary, make_topic, scu_snapshot
from tests.scenes import signed_in

pytestmark = pytest.mark.django_db
_KEY = 500


@pytest.fixture
def pyramid_work() -> WorkScene:
    return make_work("pyramid")


def key(number: int) -> str:
    """An id as the page makes it."""
    return client_id(EDIT_IDS, _KEY + number)


def say(work: WorkScene, number: int, text: str = "Why?", *, by: User | None = None, **place: Any) -> Any:
    """Begins a thread."""
    body = {"id": key(number), "text": text, **place}
    return signed_in(by or work.owner).post(f"{self_url(work.target)}notes/", body, format="json")


def read(work: WorkScene, by: User | None = None) -> Any:
    return signed_in(by or work.owner).get(f"{self_url(work.target)}notes/").data


def post(work: WorkScene, thread: str, by: User | None = None, **body: Any) -> Any:
    return signed_in(by or work.owner).post(f"/api/notes/{thread}/", body, format="json")


def held(work: WorkScene) -> dict[str, Any]:
    """An SCU or unit that there is, as the place of a thread."""
    snapshot = work.snapshots()[0]
    return {"scu" if work.target.kind == "pyramid" else "unit": snapshot["id"]}


def test_a_thread_is_begun_answered_resolved_and_opened_again(work: WorkScene) -> None:
    begun = say(work, 1, " Is this one thing? ", **held(work))
    assert begun.status_code == 201
    thread = begun.data["threads"][0]["id"]
    answered = post(work, thread, by=work.editor, id=key(2), text="I think so.")
    assert answered.status_code == 200
    one = read(work)["threads"][0]
    assert [(note["text"], note["mine"]) for note in one["notes"]] == [
        ("Is this one thing?", True),
        ("I think so.", False),
    ]
    assert {name: one[name] for name in held(work)} == held(work)
    resolved = post(work, thread, by=work.editor, resolved=True).data["threads"][0]
    assert (resolved["resolved"], resolved["resolved_by"]) == (True, work.editor.username)
    assert not post(work, thread, resolved=False).data["threads"][0]["resolved"]
    post(work, thread, resolved=True)
    assert not post(work, thread, id=key(3), text="No.").data["threads"][0]["resolved"]


def test_what_is_sent_twice_is_written_once(work: WorkScene) -> None:
    thread = say(work, 1).data["threads"][0]["id"]
    assert len(say(work, 1).data["threads"]) == 1
    for _ in range(2):
        assert post(work, thread, id=key(2), text="Yes.").status_code == 200
    assert [note.text for note in Note.objects.order_by("id")] == ["Why?", "Yes."]


def test_notes_are_no_edits(work: WorkScene) -> None:
    before, edits = work.revision(), Edit.objects.count()
    post(work, say(work, 1).data["threads"][0]["id"], resolved=True)
    assert (work.revision(), Edit.objects.count()) == (before, edits)


@pytest.mark.parametrize("state", ["in_progress", "in_review", "submitted", "returned", "adjudicated"])
def test_notes_are_taken_in_every_state(work: WorkScene, state: str) -> None:
    type(work.target).objects.filter(pk=work.target.pk).update(state=state)
    assert say(work, 1).status_code == 201


@pytest.mark.parametrize(
    ("who", "reads", "writes"),
    [
        ("editor", 200, 201),
        ("colleague", 200, 201),
        ("manager", 200, 201),
        ("viewer", 200, 403),
        ("outsider", 404, 404),
    ],
)
def test_all_who_see_the_work_read_and_all_but_viewers_write(
    work: WorkScene, who: str, reads: int, writes: int
) -> None:
    user, thread = getattr(work, who), say(work, 1).data["threads"][0]["id"]
    asked = signed_in(user).get(f"{self_url(work.target)}notes/")
    assert asked.status_code == reads
    if reads == 200:
        assert asked.data["may_write"] is (writes == 201)
    assert say(work, 2, by=user).status_code == writes
    expected = 200 if writes == 201 else writes
    assert post(work, thread, by=user, id=key(3), text="So?").status_code == expected
    assert post(work, thread, by=user, resolved=True).status_code == expected


def test_in_a_blind_project_there_are_no_threads_of_others(work: WorkScene) -> None:
    thread = say(work, 1).data["threads"][0]["id"]
    topic = work.target.topic
    type(topic.project).objects.update(blind=True)
    for answer in (say(work, 2, by=work.colleague), post(work, thread, by=work.colleague, id=key(3), text="Hm.")):
        assert answer.status_code == 404
    member = Membership.objects.get(user=work.colleague, project=topic.project)
    TopicRole.objects.create(topic=topic, member=member, role="reviewer")
    assert post(work, thread, by=work.colleague, id=key(3), text="Hm.").status_code == 200


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"text": "x"}, "id"),
        ({"id": "X", "text": "x"}, "id"),
        ({"id": key(1)}, "text"),
        ({"id": key(1), "text": " \n "}, "text"),
        ({"id": key(1), "text": "x" * 4001}, "text"),
        ({"id": key(1), "text": "a\x00b"}, "text"),
        ({"id": key(1), "text": "\ud800"}, "text"),
        ({"id": key(1), "text": 7}, "text"),
        ({"id": key(1), "text": "x", "color": 1}, "color"),
        ({"id": key(1), "text": "x", "summary": 7}, "summary"),
        ([], ""),
    ],
)
def test_what_cannot_be_taken_is_named(work: WorkScene, body: Any, field: str) -> None:
    sent = json.dumps(body)
    answer = signed_in(work.owner).post(f"{self_url(work.target)}notes/", sent, content_type="application/json")
    assert (answer.status_code, answer.data["errors"][0]["field"]) == (400, field)
    assert answer.data["errors"][0]["message"].endswith(".")
    assert not NoteThread.objects.exists()


def test_a_contributors_thread_needs_a_model_of_the_topic(pyramid_work: WorkScene) -> None:
    other = make_summary(make_topic())
    scu = held(pyramid_work)["scu"]
    assert say(pyramid_work, 1, scu=scu, summary=other.pk).status_code == 400
    assert pyramid_work.target.kind == "pyramid"
    model = pyramid_work.target.topic.summaries.model_summaries()[0]
    assert say(pyramid_work, 1, scu=scu, summary=model.pk).data["threads"][0]["summary"] == model.pk


def test_there_is_a_most_of_threads(work: WorkScene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MAX_THREADS", 1)
    say(work, 1)
    answer = say(work, 2)
    assert (answer.status_code, answer.data["detail"]) == (409, "There are 1 threads here already; answer one of them.")


def test_there_is_a_most_of_notes_in_a_thread_and_in_a_work(work: WorkScene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MAX_NOTES_OF_THREAD", 2)
    monkeypatch.setattr(service, "MAX_NOTES", 3)
    thread = say(work, 1).data["threads"][0]["id"]
    assert post(work, thread, id=key(2), text="Because.").status_code == 200
    answer = post(work, thread, id=key(3), text="But why?")
    assert (answer.status_code, answer.data["detail"]) == (409, "This thread has 2 notes already; start another one.")
    assert post(work, thread, id=key(2), text="Because.").status_code == 200  # the same again
    assert say(work, 4).status_code == 201
    answer = say(work, 5)
    assert (answer.status_code, answer.data["detail"]) == (409, "There are 3 notes here already, which is the maximum.")
    assert Note.objects.count() == 3


def test_threads_go_with_an_scu_that_is_merged_and_come_back_with_undo(pyramid_work: WorkScene) -> None:
    work, (one, two, three) = pyramid_work, (client_id(SCU_IDS, number) for number in (801, 802, 803))
    client = signed_in(work.owner)
    made = [edit("create_scu", scu=scu, label=scu_snapshot(1)["label"]) for scu in (one, two, three)]
    say(work, 1, scu=one)
    first, second = group(edit("merge_scus", into=two, scus=[one])), group(edit("merge_scus", into=three, scus=[two]))
    assert send(client, work.target, group(*made), first, second).data["refused"] is None
    thread = read(work)["threads"][0]
    assert (thread["scu"], thread["moved"]) == (three, True)
    send(client, work.target, group(edit("undo", group=second["group"])))
    assert read(work)["threads"][0]["scu"] == two
    send(client, work.target, group(edit("undo", group=first["group"])))
    thread = read(work)["threads"][0]
    assert (thread["scu"], thread["moved"]) == (one, False)


def test_the_thread_of_what_was_deleted_stays(work: WorkScene) -> None:
    say(work, 1, **held(work))
    gone = held(work)
    verb = "delete_scu" if "scu" in gone else "remove_unit"
    assert send(signed_in(work.owner), work.target, group(edit(verb, **gone))).data["refused"] is None
    assert {name: read(work)["threads"][0][name] for name in gone} == gone


def test_the_statements_of_reading_do_not_grow(work: WorkScene) -> None:
    client = signed_in(work.owner)

    def statements() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert client.get(f"{self_url(work.target)}notes/").status_code == 200
        return len(captured)

    say(work, 1, **held(work))
    few = statements()
    for number in range(2, 9):
        thread = say(work, number, **held(work)).data["threads"][-1]["id"]
        post(work, thread, id=key(100 + number), text="Yes.")
        post(work, thread, resolved=bool(number % 2))
    assert statements() == few <= 7


def test_the_page_knows_how_many_are_open(work: WorkScene) -> None:
    threads = [say(work, number).data["threads"][-1]["id"] for number in (1, 2, 3)]
    post(work, threads[0], resolved=True)
    assert signed_in(work.owner).get(self_url(work.target)).data["open_notes"] == 2
