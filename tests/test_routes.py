"""Every address: who gets to it, who does not, and with which methods. An address without a row here fails."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

import annotator.urls
import scoring.urls
from annotator.models import Membership, NoteThread
from annotator.services.invitations import make_invitation
from tests.annotator.views.scene import annotated_topic, make_scene, signed_in
from tests.factories import EDIT_IDS, GROUP_IDS, SCU_IDS, client_id, make_user

METHODS = ("get", "post", "put", "patch", "delete")
ANYONE, SIGNED_IN, MEMBER = "anyone", "signed in", "member"
SLUG, TOPIC = ("p",), ("p", "D1")
PYRAMID, PEER, PEER_ANNOTATION = (*TOPIC, "ann"), (*TOPIC, "7"), (*TOPIC, "7", "ann")


@dataclass(frozen=True)
class Route:
    """An address. ``who`` may reach it; ``writes``: methods a viewer may not use; ``manages``: only managers may."""

    name: str
    args: tuple[Any, ...] = ()
    methods: tuple[str, ...] = ("get",)
    who: str = MEMBER
    writes: tuple[str, ...] = ()
    manages: bool = False
    api: bool = False
    body: Any = None
    query: str = ""


def managed(name: str, args: tuple[str, ...], *methods: str) -> Route:
    """A route that managers alone may use."""
    return Route(name, args, methods, writes=methods, manages=True)


NO_SUCH = client_id(GROUP_IDS, 9)
EDITS = {
    "base": 0,
    "groups": [{"group": NO_SUCH, "edits": [{"id": client_id(EDIT_IDS, 9), "verb": "undo", "group": NO_SUCH}]}],
}
GET_POST = ("get", "post")
NOTE = {"id": client_id(EDIT_IDS, 8), "text": "Why?"}
TABLE = [
    Route("healthz", who=ANYONE),
    Route("readyz", who=ANYONE),
    Route("favicon", who=ANYONE),
    Route("login", methods=(*GET_POST, "put"), who=ANYONE),  # Django's own page takes PUT as POST
    Route("logout", methods=("post",), who=ANYONE),
    Route("join", ("code",), GET_POST, who=ANYONE),
    Route("projects", who=SIGNED_IN),
    Route("guide", who=SIGNED_IN),
    Route("project-create", methods=GET_POST, who=SIGNED_IN),
    Route("project", SLUG),
    Route("guidelines", SLUG),
    managed("project-settings", SLUG, *GET_POST),
    managed("project-delete", SLUG, *GET_POST),
    Route("member-add", SLUG, GET_POST, writes=("post",)),
    managed("member", ("p", "member"), *GET_POST),
    managed("invitation-make", SLUG, "post"),
    managed("invitation-revoke", ("p", "invitation"), "post"),
    managed("project-import", SLUG, *GET_POST),
    managed("topic-create", SLUG, *GET_POST),
    Route("topic", TOPIC),
    managed("summaries-add", TOPIC, *GET_POST),
    Route("tour", TOPIC, writes=("get",)),
    Route("pyramid-start", TOPIC, ("post",), writes=("post",)),
    Route("pyramid", PYRAMID),
    managed("pyramid-editors", PYRAMID, *GET_POST),
    Route("pyramid-finish", PYRAMID, writes=("get",)),
    Route("pyramid-turn", (*PYRAMID, "submit"), ("post",), writes=("post",)),
    Route("pyramid-release", PYRAMID, GET_POST, writes=("post",)),
    Route("peer-start", PEER, GET_POST, writes=GET_POST),
    Route("peer", PEER_ANNOTATION),
    Route("peer-turn", (*PEER_ANNOTATION, "submit"), ("post",), writes=("post",)),
    Route("peer-carry-over", PEER_ANNOTATION, GET_POST, writes=GET_POST),
    managed("peer-editors", PEER_ANNOTATION, *GET_POST),
    Route("project-scores", SLUG),
    Route("project-scores-csv", SLUG),
    Route("topic-scores", TOPIC),
    Route("peer-score", PEER_ANNOTATION),
    Route("api-project-scores", SLUG, api=True),
    Route("api-pyramid", ("pyramid",), api=True),
    Route("api-pyramid-edits", ("pyramid",), ("post",), writes=("post",), api=True, body=EDITS),
    Route("api-pyramid-history", ("pyramid",), api=True),
    Route("api-pyramid-notes", ("pyramid",), GET_POST, writes=("post",), api=True, body=NOTE),
    Route("api-peer-annotation-notes", ("annotation",), GET_POST, writes=("post",), api=True, body=NOTE),
    Route("api-notes", ("thread",), ("post",), writes=("post",), api=True, body=NOTE),
    Route("api-peer-annotation-history", ("annotation",), api=True),
    Route("api-pyramid-similar", ("pyramid",), api=True, query=f"?scu={client_id(SCU_IDS, 1)}"),
    Route("api-peer-annotation", ("annotation",), api=True),
    Route("api-peer-annotation-edits", ("annotation",), ("post",), writes=("post",), api=True, body=EDITS),
    Route("api-peer-annotation-scores", ("annotation",), api=True),
    Route("api-peer-annotation-similar", ("annotation",), api=True, query="?start=0&end=4"),
]

BY_KEY = {
    pattern.name
    for pattern in [*annotator.urls.urlpatterns, *scoring.urls.urlpatterns]
    if isinstance(pattern, URLPattern) and "<str:" in str(pattern.pattern)
}


def routes(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    """The names of all addresses but those of Django's admin, which has its own tests."""
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            yield pattern.name or str(pattern.pattern)
        elif pattern.namespace != "admin":
            yield from routes(pattern.url_patterns)


def each(chosen: Any) -> Any:
    """Parametrizes over (route, method) of the table."""
    pairs = [(route, method) for route in TABLE for method in METHODS if chosen(route, method)]
    return pytest.mark.parametrize(("route", "method"), pairs, ids=[f"{r.name}-{m}" for r, m in pairs])


@pytest.fixture
def place(db: None) -> dict[str, Any]:
    """A project "p" with all that the addresses name."""
    scene = make_scene()
    annotation = annotated_topic(scene.project, scene.manager)
    invitation = make_invitation(
        project=scene.project, role="viewer", most_uses=9, days=9, by=scene.manager, now=timezone.now()
    )
    return {
        "scene": scene,
        "annotation": annotation.pk,
        "pyramid": annotation.release.pyramid_id,
        "member": scene.viewer.pk,
        "thread": NoteThread.objects.create(annotation=annotation).pk,
        "invitation": invitation.pk,
        "code": invitation.code,
    }


def ask(client: Client, route: Route, method: str, place: dict[str, Any]) -> Any:
    """The answer to a request for a route."""
    address = reverse(route.name, args=[place.get(arg, arg) if isinstance(arg, str) else arg for arg in route.args])
    body = {"data": route.body, "content_type": "application/json"} if route.api and method != "get" else {}
    return getattr(client, method)(address + route.query, **body)


def as_user(user: User) -> Client:
    """A browser in which somebody is signed in."""
    client = Client()
    client.force_login(user)
    return client


def test_every_address_has_a_row_and_every_row_an_address() -> None:
    assert sorted(routes(get_resolver().url_patterns)) == sorted(route.name for route in TABLE)


@each(lambda route, method: method in route.methods and route.who != ANYONE)
def test_who_is_signed_out_is_sent_to_sign_in(route: Route, method: str, place: dict[str, Any]) -> None:
    answer = ask(Client(), route, method, place)
    if route.api:
        assert answer.status_code == 401
    else:
        assert (answer.status_code, answer.headers["Location"].partition("?")[0]) == (302, reverse("login"))


@each(lambda route, method: method in route.methods and route.who == ANYONE)
def test_what_is_for_anyone_asks_nobody_to_sign_in_first(route: Route, method: str, place: dict[str, Any]) -> None:
    assert "next=" not in ask(Client(), route, method, place).headers.get("Location", "")


@each(lambda route, method: method in route.methods and route.who == MEMBER)
def test_for_an_outsider_nothing_of_a_project_exists(route: Route, method: str, place: dict[str, Any]) -> None:
    outsider = make_scene("other").manager
    assert ask(signed_in(outsider), route, method, place).status_code == 404


@each(lambda route, method: method in route.methods and route.who == MEMBER)
def test_not_even_for_a_superuser_who_is_no_member(route: Route, method: str, place: dict[str, Any]) -> None:
    superuser = make_user(is_superuser=True, is_staff=True)
    assert ask(as_user(superuser), route, method, place).status_code == 404


@each(lambda route, method: method in route.writes)
def test_a_viewer_may_not_write(route: Route, method: str, place: dict[str, Any]) -> None:
    assert ask(signed_in(place["scene"].viewer), route, method, place).status_code == 403


@each(lambda route, method: method in route.methods and route.manages)
def test_an_annotator_may_not_manage(route: Route, method: str, place: dict[str, Any]) -> None:
    assert ask(signed_in(place["scene"].annotator), route, method, place).status_code == 403


@each(lambda route, method: method in route.methods and method == "get" and method not in route.writes)
def test_every_member_may_read(route: Route, method: str, place: dict[str, Any]) -> None:
    for role in Membership.Role.values:
        answer = ask(signed_in(getattr(place["scene"], role)), route, method, place)
        assert answer.status_code == (302 if route.name in ("login", "join") else 200), role


@each(lambda route, method: method not in route.methods)
def test_other_methods_are_refused(route: Route, method: str, place: dict[str, Any]) -> None:
    client = Client() if route.who == ANYONE else signed_in(place["scene"].manager)
    assert ask(client, route, method, place).status_code == 405


@each(lambda route, method: method in route.methods and route.name in BY_KEY and len(route.args) > 1)
def test_an_address_with_a_character_no_name_has_is_not_found(route: Route, method: str, place: dict[str, Any]) -> None:
    odd = Route(route.name, (*route.args[:-1], "a\x00b"), route.methods)
    assert ask(signed_in(place["scene"].manager), odd, method, place).status_code == 404
