"""Where answers lead, whose host they name, and who may keep them."""

from typing import Any

import pytest
from django.test import Client, override_settings

from tests.access.actors import MANAGER
from tests.access.asking import address
from tests.access.scene import Scene
from tests.access.table import TABLE
from tests.factories import PASSWORD, make_user
from tests.security.pages import Page

pytestmark = pytest.mark.django_db

EVIL = "evil.example"
ELSEWHERE = [
    *(f"//{EVIL}", f"///{EVIL}", f"/\\{EVIL}", f"\\\\{EVIL}", f"https:{EVIL}", f"https://{EVIL}/", f"http:///{EVIL}"),
    *(f"javascript:alert(1)//{EVIL}", f" //{EVIL}", f"/\t/{EVIL}", f"/\n/{EVIL}", f"//testserver@{EVIL}"),
    *(f"http://testserver.{EVIL}/", f"http://testserver\\@{EVIL}", f"//testserver:80@{EVIL}/", f"\x01//{EVIL}"),
    *(f"data:text/html,{EVIL}", f"//{EVIL}\\@testserver", "http:evil", "/%2f/../" + "a" * 3000 + "\r\nX: y"),
]
MACHINES = {"healthz", "readyz"}


def leads_here(answer: Any) -> bool:
    """Whether an answer leads nowhere, or to a path of the site."""
    place = answer.headers.get("Location", "/")
    return place.startswith("/") and place[1:2] not in ("/", "\\") and not set(place) & set("\t\r\n\\")


@pytest.mark.parametrize("place", ELSEWHERE)
def test_no_next_leads_to_another_site(scene: Scene, place: str) -> None:
    make_user("ann")
    client = Client()
    right = {"username": "ann", "password": PASSWORD, "next": place}
    shown = client.get("/accounts/login/", {"next": place})
    assert Page(shown.content.decode()).faults == []
    for login in ("/accounts/login/", "/admin/login/"):
        answers = [
            Client().post(login, right),
            scene.clients[MANAGER].get(login, {"next": place}),
            scene.clients[MANAGER].post(login, {"next": place}),
        ]
        assert all(map(leads_here, answers)), login
    client.force_login(make_user("bob"))
    assert leads_here(client.post(f"/accounts/logout/?next={place}", {"next": place}))
    for form in ("/account/password/", f"/join/{scene.names['code']}/"):
        assert leads_here(scene.clients[MANAGER].post(f"{form}?next={place}", {"next": place}))


def test_addresses_without_a_slash_lead_to_no_other_site(scene: Scene) -> None:
    for place in (f"//{EVIL}", f"//{EVIL}/p", f"/\\{EVIL}", f"//{EVIL}/..;/p/p", f"/{EVIL}//p"):
        answer = scene.clients[MANAGER].generic("GET", "/", PATH_INFO=place)
        assert answer.status_code == 404 or leads_here(answer), place


@pytest.mark.parametrize(
    "host", [EVIL, "testserver.evil.example", "testserver:80@evil.example", "a b", "testserver/x", ""]
)
def test_a_host_that_is_not_ours_gets_no_page(scene: Scene, host: str) -> None:
    for place in ("/", "/accounts/login/", "/api/", "/admin/", f"/join/{scene.names['code']}/"):
        answer = scene.clients[MANAGER].get(place, headers={"Host": host})
        assert answer.status_code == (400 if host else answer.status_code)
        assert EVIL not in answer.content.decode()


FORWARDED = {
    **dict.fromkeys(("X-Forwarded-Host", "X-Forwarded-Server", "X-Host", "X-HTTP-Host-Override"), EVIL),
    **dict.fromkeys(("X-Original-URL", "X-Rewrite-URL", "X-Forwarded-Prefix", "X-Forwarded-Path"), f"/{EVIL}"),
    **dict.fromkeys(("X-Forwarded-Scheme", "X-Forwarded-For", "X-Real-IP"), EVIL),
    "X-Forwarded-Port": "666",
    "X-Forwarded-Proto": "https",
    "Forwarded": f"host={EVIL};proto=https",
    "Referer": f"https://{EVIL}/",
}


def test_headers_that_a_cache_does_not_look_at_change_no_answer_and_no_cache_keeps_it(scene: Scene) -> None:
    wrong = []
    for route in (one for one in TABLE if one.get and one.name not in MACHINES):
        place = address(route, scene, MANAGER)
        answer = scene.clients[MANAGER].get(place, headers=FORWARDED)
        told, keeping = answer.getvalue().decode(errors="replace"), answer.headers.get("Cache-Control", "")
        if EVIL in told + str(answer.headers) or "666" in answer.headers.get("Location", ""):
            wrong.append((place, "tells the header back"))
        if route.name != "favicon" and ("public" in keeping or not ("private" in keeping or "no-store" in keeping)):
            wrong.append((place, keeping))
    assert wrong == []


def test_links_are_not_to_https_because_somebody_says_so(scene: Scene) -> None:
    place = "/p/p/members/"
    assert b"http://testserver/join/" in scene.clients[MANAGER].get(place, headers=FORWARDED).content


@pytest.mark.parametrize(
    "end", ["a.css", "x.js", "..%2fa.css", "%2e%2e%2fx.png", ";a.css", "%00.css", "%23.css", "%3f.css"]
)
def test_a_private_page_has_no_address_that_looks_like_a_file(scene: Scene, end: str) -> None:
    browser = scene.clients[MANAGER]
    for place in ("/p/p/", "/p/p/scores/", "/p/p/t/D1/", "/account/", "/api/projects/p/", "/static/../p/p/", "/admin/"):
        answer = browser.get(f"{place}{end}")
        assert answer.status_code in (404, 301, 302), f"{place}{end}"
        assert "private" in answer.headers["Cache-Control"] or "no-store" in answer.headers["Cache-Control"]
        assert leads_here(answer)


@override_settings(SECURE_SSL_REDIRECT=True)
def test_the_way_to_https_stays_on_the_host_that_was_asked(scene: Scene) -> None:
    assert Client().get("//evil.example/p").headers["Location"].startswith("https://testserver/")
    assert Client().get("/p/p/", headers={"Host": EVIL}).status_code == 400
