"""Ids and names of another project wherever an address or a body takes one: nothing is told, and no row is changed."""

from dataclasses import replace
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from annotator.accounts.models import ApiToken
from annotator.accounts.tokens import make_token
from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.pyramids.models import Scu
from annotator.work.notes.models import Note
from annotator.work.release_models import Release
from scoring.studies.definition import StudyDefinition
from scoring.studies.services import create_study
from scoring.studies.trained.services import add_trained_measure
from tests.access.actors import EDITOR, MANAGER, OWNER
from tests.access.asking import METHODS, ask
from tests.access.scene import PEER, Scene
from tests.access.table import TABLE, Route
from tests.annotator.interchange.whole_project import make_whole_project
from tests.scoring.studies.trained.files import dicomer_file
from tests.security.poisoned_site import PEOPLE, row_names
from tests.security.rows import all_rows, changed

pytestmark = pytest.mark.django_db
KEY = "Q1"
SECRET = "The keeper left unseen"
"""Stands in the other project alone."""


@pytest.fixture(scope="module")
def _both(_made: Scene) -> tuple[Scene, dict[str, Any]]:
    project = make_whole_project("q")
    Topic.objects.filter(project=project, key="D1").update(key=KEY)
    people = {actor: project.memberships.get(name=name) for actor, name in PEOPLE.items()}
    names = row_names(people)
    account = people[MANAGER].user
    assert account is not None
    make_token(by=account, name="theirs", scope="read", days=9, now=timezone.now())
    release = Release.objects.get(pk=names["release"])
    definition = StudyDefinition(columns=("rouge-1",), against=("pyramid.modified",))
    for _ in range(2):  # the scene has a study 1, too
        theirs = create_study(project=project, title="", definition=definition, by=people[MANAGER])
    more = {
        "study": theirs.number,
        "trained": add_trained_measure(project=project, data=dicomer_file(2.0), by=people[MANAGER]).key,
        "peer_key": Summary.objects.get(topic__key=KEY, kind="peer").pk,
        "topic_key": release.pyramid.topic_id,
    }
    return _made, {**names, "p": "q", **more, "owner_key": people[OWNER].pk}


@pytest.fixture
def both(_both: tuple[Scene, dict[str, Any]], db: None) -> tuple[Scene, dict[str, Any]]:
    """The scene, and what the words of the table stand for in another project."""
    return _both


def crossed(route: Route, theirs: dict[str, Any]) -> list[Route]:
    """The route with another project's name or id in each place by itself, and in all of them."""
    places = [at for at, arg in enumerate(route.args) if arg in theirs]

    def put(several: list[int]) -> Route:
        args = (theirs[arg] if at in several else arg for at, arg in enumerate(route.args))
        return replace(route, args=tuple(args))

    return [put(several) for several in [*([at] for at in places), *([places] if len(places) > 1 else [])]]


def test_addresses_with_names_or_ids_of_another_project_lead_nowhere(both: tuple[Scene, dict[str, Any]]) -> None:
    scene, theirs = both
    before, wrong, asked = all_rows(), [], 0
    for route in (one for one in TABLE if one.name != "join" and crossed(one, theirs)):
        methods = [one for one in METHODS if route.rule(one)]
        *single, every = crossed(route, theirs)
        for odd, several in [*((one, methods[-1:]) for one in single), (every, methods)]:
            for method in several:
                answer = ask(odd, method, scene, MANAGER)
                asked += 1
                unread = answer.status_code == 400 and route.name == "api-summaries"  # an empty body is refused first
                if not (answer.status_code == 404 or unread) or SECRET in answer.content.decode():
                    wrong.append((method, answer.request["PATH_INFO"], answer.status_code))
    assert wrong == []
    assert asked > 200
    assert changed(before) == []


def test_a_token_of_somebody_else_cannot_be_revoked(both: tuple[Scene, dict[str, Any]]) -> None:
    scene, _ = both
    token = ApiToken.objects.get(name="theirs")
    assert scene.clients[MANAGER].post(f"/account/tokens/{token.pk}/revoke/").status_code == 404
    assert ApiToken.objects.filter(pk=token.pk).exists()


def of_ours(scene: Scene) -> dict[str, Any]:
    """Our own of what the bodies below name."""
    topic = scene.project.topics.get(key="D1")
    release = Release.objects.filter(pyramid=scene.names["pyramid"], number=1).get()
    rows = {"topic_key": topic.pk, "peer_key": topic.summaries.get(summarizer=PEER).pk, "release": release.pk}
    return {**scene.names, **rows, "D1": "D1", OWNER: OWNER, "owner_key": scene.members[EDITOR].pk, "peer": PEER}


TASKS, SHARE = "/p/p/t/D1/assignments/", "/p/p/assignments/add/"
PYRAMIDS = {"kind": "=pyramid", "people_per_item": "=1"}
OF_PEER = {"topic": "=D1", "peer": "=PEER", "release": "=release"}
BODIES: dict[str, tuple[str, Any]] = {
    "editor of a pyramid": (f"/p/p/t/D1/pyramid/{OWNER}/editors/", {"editors": "owner_key"}),
    "editor of a peer": (f"/p/p/t/D1/peers/{PEER}/{OWNER}/editors/", {"editors": "owner_key"}),
    "member of a task": (TASKS, {"items": "=pyramid", "members": "owner_key"}),
    "peer of a task": (TASKS, {"items": "=match:{peer_key}", "members": "=member"}),
    "release of a task": (TASKS, {"items": "=peer", "members": "=member", "release": "release"}),
    "release of all tasks": (TASKS, {"how": "=all", "all-release": "release"}),
    "member who gets a task": ("/p/p/assignments/{assignment}/", {"how": "=to", "to": "owner_key"}),
    "topic to share out": (SHARE, {**PYRAMIDS, "members": "=member", "topics": "topic_key"}),
    "member to share out to": (SHARE, {**PYRAMIDS, "members": "owner_key", "topics": "=topic"}),
    "member in a table": (SHARE, {"how": "=table", "pasted": "=csv"}),
    "topic of a role": ("/p/p/team/", {"change": "=give:{topic_key}:{own_member}"}),
    "member with a role": ("/p/p/team/", {"change": "=give:{own_topic}:{owner_key}"}),
    "member with a role for all": ("/p/p/team/", {"change": "=give:all:{owner_key}"}),
    "release of a peer": (f"/p/p/t/D1/peers/{PEER}/", {"release": "release"}),
    "API: topic of a pyramid": ("/api/projects/p/pyramids/", {"topic": "D1"}),
    "API: topic of a peer": ("/api/projects/p/peer-annotations/", {**OF_PEER, "topic": "D1"}),
    "API: peer": ("/api/projects/p/peer-annotations/", {**OF_PEER, "peer": "peer"}),
    "API: topic of a session": ("/api/instruments/{instrument}/sheets/", {"topic": "D1"}),
    "API: release of statements": (
        "/api/projects/p/topics/D1/item-lists/",
        {"source": "=statements", "release": "release"},
    ),
    "API: release": ("/api/projects/p/peer-annotations/", {**OF_PEER, "release": "release"}),
}  # fmt: skip


def filled(name: str, given: dict[str, Any], ours: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The address and the body in which another's or our own things are named."""
    place, wanted = BODIES[name]
    own = {
        "=member": ours["member_key"],
        "=topic": ours["topic_key"],
        "=peer": f"match:{ours['peer_key']}",
        "=release": ours["release"],
        "=PEER": PEER,
        "=D1": "D1",
        "=csv": f"topic,member\nD1,{given['owner_name']}\n",
    }
    texts = {**given, "own_member": ours["owner_key"], "own_topic": ours["topic_key"]}
    body = {
        field: given[what] if what in given else own.get(what, what.removeprefix("=").format(**texts))
        for field, what in wanted.items()
    }
    return place.format(**ours), body


@pytest.mark.parametrize("name", BODIES)
def test_bodies_that_name_something_of_another_project_are_refused(
    both: tuple[Scene, dict[str, Any]], name: str
) -> None:
    scene, theirs = both
    ours = of_ours(scene)
    ours["member_key"] = scene.members[OWNER].pk
    for one in (ours, theirs):
        one["owner_name"] = Membership.objects.get(pk=one["owner_key"]).name

    def sent(given: dict[str, Any]) -> Any:
        place, body = filled(name, given, ours)
        if name.startswith("API"):
            return scene.clients[MANAGER].post(place, body, content_type="application/json")
        return scene.clients[MANAGER].post(place, body)

    with transaction.atomic():
        answer = sent(ours)
        assert (answer.status_code, answer.headers.get("Location", "")[:3]) in ((302, "/p/"), (200, ""), (201, ""))
        transaction.set_rollback(True)
    before = all_rows()
    answer = sent(theirs)
    assert answer.status_code in (400, 404)
    assert SECRET not in answer.content.decode()
    assert changed(before) == []


def test_sources_of_a_consensus_are_looked_for_among_what_may_be_seen(both: tuple[Scene, dict[str, Any]]) -> None:
    scene, _ = both
    before = all_rows()
    answer = scene.clients[MANAGER].post("/p/p/t/D1/adjudicate/", {"source": ["ann", "bob"]})
    assert answer.status_code == 400
    assert changed(before) == []


def test_carrying_over_takes_releases_of_the_same_topic_alone(both: tuple[Scene, dict[str, Any]]) -> None:
    scene, theirs = both
    place = f"/p/p/t/D1/peers/{PEER}/{OWNER}/carry-over/"
    scene.clients[MANAGER].post(place, {"to": theirs["release"]})
    scene.clients[MANAGER].post(f"/p/p/t/D1/pyramid/{OWNER}/carry-over/", {"from": theirs["release"]})
    assert not Project.objects.get(slug="q").topics.filter(works__releases__works__owner__project__slug="p")
    release = Release.objects.get(pk=theirs["release"])
    assert set(release.works.values_list("owner__project__slug", flat=True)) <= {"q"}


def test_a_note_on_something_of_another_project_tells_nothing_of_it(both: tuple[Scene, dict[str, Any]]) -> None:
    scene, theirs = both
    note = {"id": "00000000-0000-4000-8000-000000000777", "text": "Why?"}
    place = f"/api/pyramids/{scene.names['pyramid']}/notes/"
    scu = Scu.objects.filter(pyramid=theirs["pyramid"]).latest("pk")
    model = Summary.objects.filter(topic__key=KEY, kind="model")[0]
    before = Note.objects.count()
    own = str(Scu.objects.filter(pyramid=scene.names["pyramid"])[0].uuid)
    answer = scene.clients[MANAGER].post(
        place, {**note, "scu": own, "summary": model.pk}, content_type="application/json"
    )
    assert (answer.status_code, Note.objects.count()) == (400, before)
    answer = scene.clients[MANAGER].post(place, {**note, "scu": str(scu.uuid)}, content_type="application/json")
    assert scu.label not in answer.content.decode()
