"""Fields that nobody asked for, in every body and every form: they change nothing."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from annotator.projects.models import Membership, Project
from tests.access.actors import MANAGER, OTHER, OWNER
from tests.access.asking import address
from tests.access.scene import PEER, Scene
from tests.access.table import NOTE, TABLE
from tests.factories import EDIT_IDS, GROUP_IDS, SCU_IDS, client_id
from tests.security.pages import Page
from tests.security.rows import all_rows, changed

pytestmark = pytest.mark.django_db
NUMBER, YEAR = 777_777, "1999-09-09"


def extra() -> dict[str, Any]:
    """What somebody would like to set, with values that can be found again."""
    root = User.objects.get(username="superuser")
    flags = dict.fromkeys(("is_staff", "is_superuser", "is_admin", "admin", "staff", "superuser"), "true")
    keys = dict.fromkeys(("id", "pk", "uid", "revision", "next_uid", "number", "weight", "position"), NUMBER)
    people = dict.fromkeys(("user", "user_id", "owner", "owner_id", "created_by", "author", "actor", "by"), root.pk)
    times = dict.fromkeys(("created_at", "date_joined", "at", "revealed_at", "expires_at"), f"{YEAR}T00:00:00Z")
    place = dict.fromkeys(("project", "project_id", "pyramid", "annotation"), Project.objects.get(slug="other").pk)
    rest = {"password": "pwned", "is_active": "", "hash": "0" * 64, "prefix": "pyr_x", "code": "chosen", "blind": ""}
    return {**flags, **keys, **people, **times, **place, **rest, "editors": root.pk, "state": "adjudicated"}


def accounts() -> list[Any]:
    """What stands in accounts, but for when somebody was last here."""
    return list(
        User.objects.order_by("pk").values("pk", "username", "password", "is_staff", "is_superuser", "is_active")
    )


def taken(before: dict[str, str], people: list[Any], members: dict[int, str]) -> list[str]:
    """Traces of the extra fields in the rows of all tables that have changed."""
    found = [] if accounts() == people else ["accounts"]
    roles = Membership.objects.in_bulk(members)
    found += [f"{member} is {member.role}" for key, member in roles.items() if member.role != members[key]]
    with connection.cursor() as cursor:
        for table in changed(before):
            cursor.execute(
                f'SELECT to_jsonb(t)::text FROM "{table}" t WHERE to_jsonb(t)::text ~ %s',
                [f"{NUMBER}|{YEAR}|pwned|adjudicated|chosen"],
            )
            found += [f"{table}: {row}" for (row,) in cursor.fetchall()]
    return found


def edits(**more: Any) -> dict[str, Any]:
    """A good request of edits."""
    one = {
        "id": client_id(EDIT_IDS, 71),
        "verb": "relabel_scu",
        "scu": client_id(SCU_IDS, 1),
        "label": "x",
        "was": "Wombat",
    }
    return {"base": 0, "groups": [{"group": client_id(GROUP_IDS, 71), "edits": [one]}], **more}


def bodies(scene: Scene) -> dict[str, tuple[str, dict[str, Any], int]]:
    """By name an address, a body that is good, and what it is answered."""
    text = {"kind": "peer", "summarizer": "new", "text": "A text."}
    pyramid = f"/api/pyramids/{scene.names['pyramid']}/"
    return {
        "project": ("/api/projects/", {"name": "New"}, 201),
        "topic": ("/api/projects/p/topics/", {"key": "new"}, 201),
        "summaries": ("/api/projects/p/topics/D1/summaries/", {"summaries": [text]}, 201),
        "documents": (
            "/api/projects/p/topics/D1/documents/",
            {"documents": [{"key": "new", "text": "A text."}]},
            201,
        ),
        "extract": ("/api/projects/p/topics/D1/extracts/", {"summarizer": "lead", "sentences": ["41.1"]}, 201),
        "pyramid": ("/api/projects/p/pyramids/", {"topic": "D1"}, 200),
        "peer annotation": (
            "/api/projects/p/peer-annotations/",
            {"topic": "D1", "peer": PEER, "release": scene.names["release"]},
            200,
        ),
        "state": (f"{pyramid}state/", {"verb": "submit"}, 200),
        "note": (f"{pyramid}notes/", NOTE, 201),
    }


@pytest.mark.parametrize(
    "name",
    ["project", "topic", "summaries", "documents", "extract", "pyramid", "peer annotation", "state", "note"],
)
def test_the_api_refuses_every_field_that_it_does_not_know(scene: Scene, name: str) -> None:
    place, good, status = bodies(scene)[name]
    browser, before = scene.clients[MANAGER], all_rows()
    for field, value in extra().items():
        if field in good:
            continue
        tried = [{**good, field: value}]
        if name in ("summaries", "documents"):
            tried.append({name: [{**good[name][0], field: value}]})
        for body in tried:
            answer = browser.post(place, body, content_type="application/json")
            assert answer.status_code == 400, (field, answer.content)
    assert changed(before) == []
    assert browser.post(place, good, content_type="application/json").status_code == status


def test_edits_take_nothing_but_what_their_verb_has(scene: Scene) -> None:
    browser, place, before = scene.clients[OWNER], f"/api/pyramids/{scene.names['pyramid']}/edits/", all_rows()
    for field, value in extra().items():
        if field == "id":
            continue
        body = edits()
        body["groups"][0]["edits"][0][field] = value
        assert browser.post(place, body, content_type="application/json").status_code == 400, field
    assert changed(before) == []
    people, members = accounts(), dict(Membership.objects.values_list("pk", "role"))
    around = edits(**extra())
    around["groups"][0] |= {name: value for name, value in extra().items() if name != "id"}
    browser.post(place, around, content_type="application/json")
    assert taken(before, people, members) == []


@pytest.mark.parametrize("actor", [MANAGER, OTHER])
def test_forms_take_nothing_but_their_own_fields(scene: Scene, actor: str) -> None:
    people, members = accounts(), dict(Membership.objects.values_list("pk", "role"))
    before, sent, found = all_rows(), 0, {}
    browser = scene.clients[actor]
    for route in (row for row in TABLE if row.get and row.post and not row.api and row.name not in ("login", "join")):
        place = address(route, scene, actor)
        page = browser.get(place)
        for form in Page(page.content.decode()).forms if page.status_code == 200 else ():
            if form.method == "post" and form.action.partition("?")[0] in ("", place):
                own = {name: value for name, value in form.fields.items() if value is not None}
                sent += 1
                browser.post(place, {**extra(), **own})
                if traces := taken(before, people, members):
                    found[place] = traces
    assert found == {}
    assert sent >= (15 if actor == MANAGER else 3)


def test_who_signs_up_by_a_link_gets_what_the_link_says(scene: Scene) -> None:
    form = {"username": "newcomer", "password1": "seven pale horses", "password2": "seven pale horses"}
    place = f"/join/{scene.names['code']}/"
    answer = Client().post(place, {**extra(), "role": "manager", **form})
    assert answer.status_code == 302
    made = User.objects.get(username="newcomer")
    assert (made.is_staff, made.is_superuser, made.is_active) == (False, False, True)
    assert made.check_password("seven pale horses")
    (member,) = made.memberships.all()
    assert (member.role, member.project.slug) == ("viewer", "p")
