"""Assignments in pages: the plan, a topic's tasks, one task, and what an annotator finds to do."""

import re
from datetime import date, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from annotator.projects.models import Summary, Topic
from annotator.pyramids.models import pyramids
from annotator.work.models import Work
from annotator.work.tasks.models import Assignment
from tests.factories import make_member, make_topic
from tests.scenes import Scene, add_models, annotated_topic, make_scene, signed_in, statements

PLAN, ADD, TOPIC = "/p/p/assignments/", "/p/p/assignments/add/", "/p/p/t/D1/assignments/"
DAY = "2026-05-31"


@pytest.fixture
def topic(annotation: Work) -> Topic:
    """Topic "D1" of "p", with a released pyramid of ann and peer "7"."""
    return annotation.summary.topic


def _page(scene: Scene, address: str) -> str:
    return signed_in(scene.manager).get(address).content.decode()


def test_by_hand_each_of_the_people_gets_each_of_the_things(scene: Scene, topic: Topic) -> None:
    peer, release = topic.summaries.get(kind="peer"), topic.works.get(kind="pyramid").releases.get()
    given = {
        "items": ["pyramid", f"match:{peer.pk}"],
        "members": [scene.manager.pk, scene.annotator.pk],
        "release": release.pk,
        "due": DAY,
    }
    answer = signed_in(scene.manager).post(TOPIC, given, follow=True)
    assert "Assigned: 4 new tasks." in answer.content.decode()
    rows = Assignment.objects.filter(due=date(2026, 5, 31)).values_list("summary", "release", "member")
    assert sorted(rows, key=str) == sorted(
        [(s, r, m.pk) for s, r in ((None, None), (peer.pk, release.pk)) for m in (scene.manager, scene.annotator)],
        key=str,
    )


@pytest.mark.parametrize(
    ("left_out", "sentence"),
    [("items", "Choose the pyramid or some peers."), ("members", "Choose at least one person.")],
)
def test_what_is_missing_is_said(scene: Scene, topic: Topic, left_out: str, sentence: str) -> None:
    given = {"items": ["pyramid"], "members": [scene.annotator.pk]}
    del given[left_out]
    answer = signed_in(scene.manager).post(TOPIC, given)
    assert answer.status_code == 400
    assert sentence in answer.content.decode()


def test_rows_of_other_projects_cannot_be_named(scene: Scene, topic: Topic) -> None:
    other = make_scene("other")
    theirs = annotated_topic(other.project, other.manager)
    client = signed_in(scene.manager)
    for given in (
        {"items": [f"match:{theirs.summary_id}"], "members": [scene.annotator.pk]},
        {"items": ["pyramid"], "members": [other.annotator.pk]},
        {"items": ["pyramid"], "members": [scene.annotator.pk], "release": theirs.release_id},
    ):
        assert client.post(TOPIC, given).status_code == 400
    assert not Assignment.objects.exists()
    row = Assignment.objects.create(kind="pyramid", topic=theirs.summary.topic, member=other.annotator)
    for method in (client.get, client.post):
        assert method(reverse("assignment", args=["p", row.pk])).status_code == 404


def test_topics_are_shared_out_from_the_page(scene: Scene, topic: Topic) -> None:
    make_topic(scene.project, "D2")
    given = {
        "how": "evenly",
        "kind": "pyramid",
        "people_per_item": 1,
        "members": [scene.manager.pk, scene.annotator.pk],
        "topics": [one.pk for one in scene.project.topics.all()],
        "release_of": "",
    }
    answer = signed_in(scene.manager).post(ADD, given, follow=True)
    assert answer.redirect_chain == [(PLAN, 302)]
    assert set(Assignment.objects.values_list("topic__key", "member__name")) == {("D1", "ann"), ("D2", "annotator-p")}


def test_annotators_are_proposed_and_managers_where_there_are_none(scene: Scene, topic: Topic) -> None:
    client = signed_in(scene.manager)
    assert client.get(ADD).context["even_form"].initial["members"] == [scene.annotator]
    scene.annotator.delete()
    assert client.get(ADD).context["even_form"].initial["members"] == [scene.manager]


@pytest.mark.parametrize("uploaded", [True, False], ids=["file", "pasted"])
def test_a_table_is_taken(scene: Scene, topic: Topic, uploaded: bool) -> None:
    text = "topic,peer,member\nD1,7,annotator-p\n"
    given = {"table": SimpleUploadedFile("plan.csv", text.encode())} if uploaded else {"pasted": text}
    answer = signed_in(scene.manager).post(ADD, {"how": "table", **given}, follow=True)
    assert "Assigned: 1 new task." in answer.content.decode()


def test_a_table_with_faults_is_refused_with_their_lines(scene: Scene, topic: Topic) -> None:
    given = {"how": "table", "pasted": "topic,member\nD1,nobody\nD7,ann\n"}
    answer = signed_in(scene.manager).post(ADD, given)
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "Line 2: there is no member “nobody”." in page
    assert "Line 3: there is no topic “D7”." in page
    assert "Either choose a file or paste" in signed_in(scene.manager).post(ADD, {"how": "table"}).content.decode()


def test_a_task_gets_another_day_another_member_or_goes(scene: Scene, topic: Topic) -> None:
    row = Assignment.objects.create(kind="pyramid", topic=topic, member=scene.manager)
    client, address = signed_in(scene.manager), reverse("assignment", args=["p", row.pk])
    assert "The work that ann has begun stays theirs" in client.get(address).content.decode()
    client.post(address, {"how": "due", "due": DAY})
    client.post(address, {"how": "reassign", "to": scene.annotator.pk, "as_editor": "on"})
    row.refresh_from_db()
    assert (row.due, row.member) == (date(2026, 5, 31), scene.annotator)
    assert list(pyramids().get().editors.all()) == [scene.annotator]
    page = _page(scene, TOPIC)
    assert "Begun without assignment" in page
    assert "ann: pyramid" in page
    client.post(address, {"how": "remove"})
    assert not Assignment.objects.exists()


def test_all_tasks_of_a_topic_are_changed_at_once(scene: Scene, topic: Topic) -> None:
    Assignment.objects.create(kind="pyramid", topic=topic, member=scene.annotator)
    client = signed_in(scene.manager)
    answer = client.post(TOPIC, {"how": "all", "all-due": DAY}, follow=True)
    assert "Changed the due date of 1 task and the release of 0." in answer.content.decode()
    assert client.post(TOPIC, {"how": "all"}).status_code == 400


def test_the_plan_tells_who_is_how_far(scene: Scene, topic: Topic) -> None:
    for member in (scene.manager, scene.annotator):
        Assignment.objects.create(
            kind="pyramid", topic=topic, member=member, due=timezone.localdate() - timedelta(days=1)
        )
    pyramids().update(state="submitted")
    plan = signed_in(scene.manager).get(PLAN).context["plan"]
    ((line,), loads) = (plan.topics, {load.member.name: load for load in plan.members})
    assert [(task.member.name, task.state, task.is_overdue) for task in line.tasks] == [
        ("ann", "submitted", False),
        ("annotator-p", "not_begun", True),
    ]
    finished = {name: [task.is_finished for task in load.on_topics] for name, load in loads.items()}
    assert (finished["ann"], finished["annotator-p"]) == ([True], [False])
    assert line.unassigned_peer_count == 1
    assert [outside.peer.summarizer for outside in line.unassigned_works] == ["7"]


def test_an_empty_plan_says_what_to_do(scene: Scene) -> None:
    assert "No topics yet" in _page(scene, PLAN)
    make_topic(scene.project, "D1")
    assert "Nothing is assigned yet" in _page(scene, PLAN)
    assert "Nobody is assigned anything on this topic yet" in _page(scene, TOPIC)


def test_an_assigned_peer_is_begun_with_one_button_against_its_release(scene: Scene, topic: Topic) -> None:
    peer, release = topic.summaries.get(kind="peer"), topic.works.get(kind="pyramid").releases.get()
    Assignment.objects.create(kind="match", topic=topic, member=scene.annotator, summary=peer, release=release)
    client = signed_in(scene.annotator)
    page = client.get("/p/p/").content.decode()
    assert f'name="release" value="{release.pk}"' in page
    answer = client.post(reverse("peer-start", args=["p", "D1", "7"]), {"release": release.pk})
    assert answer.headers["Location"] == "/p/p/t/D1/peers/7/annotator-p/?release=1&pyramid=ann"
    assert f"/p/p/t/D1/peers/7/annotator-p/?pin={release.pk}" in client.get("/p/p/").content.decode()


def test_a_blind_and_masked_project_tells_no_names_of_what_is_next(scene: Scene, topic: Topic) -> None:
    peer, release = topic.summaries.get(kind="peer"), topic.works.get(kind="pyramid").releases.get()
    Assignment.objects.create(kind="match", topic=topic, member=scene.annotator, summary=peer, release=release)
    scene.project.blind = scene.project.mask_summarizers = True
    scene.project.save()
    Summary.objects.filter(pk=peer.pk).update(mask="P42", summarizer="secret-system")
    client = signed_in(scene.annotator)
    for address in ("/", "/p/p/"):
        page = client.get(address).content.decode()
        assert "peer P42" in page
        assert "secret-system" not in page
        assert "release 1 of" not in page
    answer = client.post(reverse("peer-start", args=["p", "D1", "P42"]), {"release": release.pk}, follow=True)
    assert answer.status_code == 200
    page = client.get("/p/p/").content.decode()
    (address,) = re.findall(r'href="(/p/p/t/D1/peers/P42/[^"]*)"', page)
    assert "secret-system" not in page
    assert client.get(address).status_code == 200


def test_what_is_next_stands_on_the_project_and_on_the_list_of_projects(scene: Scene, topic: Topic) -> None:
    Assignment.objects.create(
        kind="pyramid", topic=topic, member=scene.annotator, due=timezone.localdate() - timedelta(days=1)
    )
    client = signed_in(scene.annotator)
    for address in ("/", "/p/p/"):
        page = client.get(address).content.decode()
        assert "Your next" in page
        assert "1 overdue" in page
        assert reverse("pyramid-start", args=["p", "D1"]) in page


def test_in_a_project_without_assignments_nothing_is_different(scene: Scene, topic: Topic) -> None:
    for member in (scene.manager, scene.annotator, scene.viewer):
        for address in ("/", "/p/p/"):
            assert "Your next" not in signed_in(member).get(address).content.decode()


def test_when_all_is_done_the_project_says_so_and_the_list_is_quiet(scene: Scene, topic: Topic) -> None:
    Assignment.objects.create(kind="pyramid", topic=topic, member=scene.manager)
    pyramids().update(state="submitted")
    assert "All your tasks are finished" in _page(scene, "/p/p/")
    assert "Your next" not in _page(scene, "/")


@pytest.mark.parametrize("address", [PLAN, TOPIC, ADD, "/p/p/", "/"])
def test_statements_do_not_grow(scene: Scene, address: str) -> None:
    topic = annotated_topic(scene.project, scene.manager).summary.topic
    for member in (scene.annotator, scene.manager):
        _assign(topic, member)
    client = signed_in(scene.manager)
    few = statements(client, address)
    for number in range(2, 5):
        more = annotated_topic(scene.project, scene.manager, f"D{number}", peers=3).summary.topic
        for member in (scene.annotator, scene.manager, make_member(scene.project)):
            _assign(more, member)
    add_models(topic, 2)
    assert statements(client, address) == few


def _assign(topic: Topic, member: object) -> None:
    Assignment.objects.create(kind="pyramid", topic=topic, member=member)  # type: ignore[misc]
    for peer in topic.summaries.peer_summaries():
        Assignment.objects.create(kind="match", topic=topic, member=member, summary=peer)  # type: ignore[misc]


def test_many_topics_are_on_several_pages(scene: Scene) -> None:
    Topic.objects.bulk_create(Topic(project=scene.project, key=f"N{number:03}") for number in range(250))
    client, address = signed_in(scene.manager), f"/p/{scene.project.slug}/assignments/"
    first, second = (client.get(f"{address}?page={page}").content.decode() for page in (1, 2))
    assert ("N000" in first, "N249" in first, "N249" in second) == (True, False, True)
