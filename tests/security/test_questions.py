"""Questions that reach for other tables: filters, orders and searches tell nothing that their page does not show."""

import itertools
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from annotator.accounts.models import ApiToken
from annotator.projects.invitation_models import Invitation
from annotator.projects.models import Membership
from tests.access.actors import MANAGER, ROOT, VIEWER
from tests.access.asking import address
from tests.access.scene import Scene
from tests.access.table import TABLE
from tests.access.test_no_difference import CHANGING
from tests.factories import make_user
from tests.security.judging import kept

pytestmark = pytest.mark.django_db

REACHING = (
    *("owner__user__password__startswith", "user__password__startswith", "memberships__user__password__startswith"),
    *("password", "created_by__password__contains", "project__memberships__user__email__icontains", "pk__in", "id"),
    *("topic__project__slug", "pyramid__topic__project__name__icontains", "actor__password__regex", "user"),
    *("code__startswith", "hash__startswith", "api_tokens__hash__startswith", "invitations__code__startswith"),
)
ORDERS = ("ordering", "order_by", "o", "sort", "order", "fields", "include", "expand", "search", "format", "lang")


def same(first: Any, second: Any, value: str, other: str) -> bool:
    """Whether two answers differ in nothing but what was asked."""
    texts = [CHANGING.sub("", kept(one).body_read.decode(errors="replace")) for one in (first, second)]
    return first.status_code == second.status_code and texts[0].replace(value, "") == texts[1].replace(other, "")


def test_the_api_refuses_questions_that_reach_into_other_tables(scene: Scene) -> None:
    browser, wrong = scene.clients[MANAGER], []
    for route, name in zip((one for one in TABLE if one.api and one.get), itertools.cycle(REACHING), strict=False):
        place = address(route, scene, MANAGER)
        first, second = (f"{place}{'&' if route.query else '?'}{name}={value}" for value in ("mmmm", "zzzz"))
        answer = kept(browser.get(first))
        if answer.status_code != 400 and not same(answer, browser.get(second), "mmmm", "zzzz"):
            wrong.append((route.name, name))
    assert wrong == []


def test_pages_are_the_same_whatever_else_is_asked(scene: Scene) -> None:
    asked = [urlencode(dict.fromkeys((*REACHING, *ORDERS), value)) for value in ("aaaa", "zzzz")]
    wrong = []
    for route in (one for one in TABLE if one.get and not one.api and one.name not in ("login", "join")):
        place = address(route, scene, MANAGER).partition("?")[0]
        first, second = (kept(scene.clients[MANAGER].get(f"{place}?{query}")) for query in asked)
        if not same(first, second, "aaaa", "zzzz"):
            wrong.append(route.name)
    assert wrong == []


@pytest.mark.parametrize("page", ["progress/", "scores/", "t/D1/scores/"])
def test_an_order_by_what_is_no_column_is_no_order(scene: Scene, page: str) -> None:
    place = f"/p/p/{page}?order=desc&sort="
    browser, reach = scene.clients[MANAGER], "owner__user__password"
    assert same(browser.get(place + reach), browser.get(place + "nowhere_else"), reach, "nowhere_else")


SECRETS = {
    "auth/user": ["password__startswith", "api_tokens__hash__startswith"],
    "annotator/apitoken": ["hash__startswith", "hash__regex", "user__password__startswith"],
    "annotator/invitation": ["code__startswith", "code", "created_by__password__startswith"],
    "annotator/membership": ["user__password__startswith"],
    "annotator/edit": ["actor__password__startswith"],
    "annotator/project": ["invitations__code__startswith", "memberships__user__password__startswith"],
}


@pytest.mark.parametrize("table", SECRETS)
def test_what_no_page_of_the_admin_shows_cannot_be_found_out_by_asking(scene: Scene, table: str) -> None:
    for lookup in SECRETS[table]:
        for value in ("a", Invitation.objects.get().code[:3], "0"):
            place = f"/admin/{table}/?{lookup}={value}"
            assert scene.clients[ROOT].get(place).status_code == 400, place
            assert scene.clients[MANAGER].get(place).status_code == 302


def keeper_of_accounts() -> tuple[User, Client]:
    """Staff with every right that can be given, but no superuser."""
    keeper, client = make_user("keeper", is_staff=True), Client()
    keeper.user_permissions.set(Permission.objects.filter(content_type__app_label__in=["annotator", "auth", "admin"]))
    client.force_login(keeper)
    return keeper, client


def test_who_keeps_accounts_ends_no_superusers_sessions(scene: Scene) -> None:
    _, client = keeper_of_accounts()
    chosen = {name: User.objects.get(username=name) for name in (ROOT, VIEWER)}
    assert all(user.sessions.exists() for user in chosen.values())
    for action in ("sign_out", "sign_out_and_revoke"):
        keys = [user.pk for user in chosen.values()]
        assert client.post("/admin/auth/user/", {"action": action, "_selected_action": keys}).status_code == 302
    assert {name: user.sessions.exists() for name, user in chosen.items()} == {ROOT: True, VIEWER: False}


def test_who_keeps_accounts_sees_nothing_of_projects_in_their_list(scene: Scene) -> None:
    _, client = keeper_of_accounts()
    member = Membership.objects.filter(user__username=VIEWER).get()
    asked = f"/admin/auth/user/?q={member.name}"
    found = client.get(asked).context["cl"]
    assert "projects" not in found.list_display
    assert "memberships__name" not in found.search_fields
    assert client.get("/admin/auth/user/?memberships__role__exact=viewer").status_code in {302, 400}
    assert "projects" in scene.clients[ROOT].get(asked).context["cl"].list_display


def test_who_keeps_accounts_cannot_become_more_than_that(scene: Scene) -> None:
    keeper, client = keeper_of_accounts()
    root = User.objects.get(username=ROOT)
    before = User.objects.get(pk=root.pk).password
    sent = {"username": "keeper", "is_active": "on", "is_staff": "on", "is_superuser": "on", "_save": "Save"}
    times = {"date_joined_0": "2026-01-01", "date_joined_1": "00:00:00", "last_login_0": "", "last_login_1": ""}
    client.post(f"/admin/auth/user/{keeper.pk}/change/", {**sent, **times, "user_permissions": []})
    assert not User.objects.get(pk=keeper.pk).is_superuser
    client.post(
        f"/admin/auth/user/{root.pk}/password/", {"password1": "seven pale horses", "password2": "seven pale horses"}
    )
    client.post(f"/admin/auth/user/{root.pk}/change/", {**sent, **times, "username": "taken"})
    client.post(f"/admin/auth/user/{root.pk}/delete/", {"post": "yes"})
    client.post("/admin/auth/user/", {"action": "delete_selected", "_selected_action": [root.pk], "post": "yes"})
    found = User.objects.get(pk=root.pk)
    assert (found.password, found.username) == (before, ROOT)
    new = {
        "username": "made",
        "usable_password": "true",
        "password1": "seven pale horses",
        "password2": "seven pale horses",
    }
    client.post("/admin/auth/user/add/", {**new, "is_superuser": "on", "is_staff": "on"})
    assert not User.objects.filter(username="made", is_superuser=True).exists()
    assert ApiToken.objects.count() == 0
