"""Bytes that no browser sends: the site answers with a page, in words of its own, and never breaks."""

import itertools
import re
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from django.test import Client

from tests.access.actors import MANAGER, ROOT
from tests.access.asking import address
from tests.access.scene import Scene
from tests.access.table import TABLE, Route
from tests.security.pages import Page
from tests.security.rows import all_rows, changed

pytestmark = pytest.mark.django_db

ODD = {
    "NUL": "%00",
    "NUL among letters": "a%00b",
    "invalid UTF-8": "%ff%fe%c3%28",
    "a surrogate": "%ed%a0%80",
    "controls": "%0d%0aSet-Cookie:%20a=b%1b[31m%7f",
    "a huge number": "9" * 30,
    "a longer number": "9" * 5000,
    "a negative number": "-1",
    "other digits": "%D9%A1%D9%A2",
    "a path": "..%2f..%2fetc%2fpasswd",
    "dots": "%2e%2e",
    "a template": "%25s%25n{0.__class__}%24{7*7}",
    "SQL": "1'%20OR%20'1'='1'%3B--",
    "much": "x" * 20_000,
}
INSIDE = re.compile(
    r"Traceback|site-packages|File &quot;|psycopg|SELECT |FROM annotator|SECRET_KEY|DJANGO_SETTINGS|\.py(:[0-9]|&quot;)"
)
LEAVES = {"login", "logout", "join", "sign-out-everywhere"}
NAMES = ("a", "b", "topic", "page", "sort", "release", "pyramid", "pin", "figure", "as", "scu", "start", "before", "x")


def broken(answer: Any) -> list[str]:
    """What is wrong with the answer to a bad request."""
    body, found = answer.getvalue().decode(errors="replace"), []
    if answer.status_code >= 500:
        found.append(str(answer.status_code))
    if answer.status_code >= 400 and (told := INSIDE.search(body)):
        found.append(f"tells {told[0]}")
    if "Set-Cookie" in answer.headers or any("\n" in value for value in answer.headers.values()):
        found.append("writes headers")
    return found


def reading() -> list[Route]:
    """Routes that can be read."""
    return [route for route in TABLE if route.get]


def turned(by: int, names: Sequence[str]) -> str:
    """A question in which each name has another odd value; ``by``: which."""
    values = list(ODD.values())
    return "&".join(f"{name}={values[(at * by + by) % len(values)]}" for at, name in enumerate(names))


@pytest.mark.parametrize("by", [1, 3])
def test_odd_questions_are_no_fault_of_the_site(scene: Scene, by: int) -> None:
    browser = scene.clients[MANAGER]
    places = [f"{address(route, scene, MANAGER).partition('?')[0]}?{turned(by, NAMES)}" for route in reading()]
    assert {place: told for place in places if (told := broken(browser.get(place)))} == {}


def test_odd_steps_of_addresses_are_not_found(scene: Scene) -> None:
    found, odd_ones = {}, itertools.cycle(value for name, value in ODD.items() if name != "much")
    for route in (one for one in reading() if one.args):
        steps = address(route, scene, MANAGER).partition("?")[0].split("/")
        for at in (at for at, step in enumerate(steps) if step in ("p", "D1") or step.isdigit()):
            for odd in itertools.islice(odd_ones, 2):
                place = "/".join([*steps[:at], odd, *steps[at + 1 :]])
                answer = scene.clients[MANAGER].get(place)
                if (told := broken(answer)) or answer.status_code not in (404, 301, 302):
                    found[place] = [str(answer.status_code), *told]
    assert found == {}


IN_FORMS = ["a\x00b", "\ud800", "\udfff x", "\ufffe", "\x1b[31m\r\nX: y", "9" * 30, "x" * 9000]
BUTTONS = dict.fromkeys(("note", "source", "from", "to", "release", "how", "change"), "")


def test_odd_fields_of_forms_are_told_and_not_broken_over(scene: Scene) -> None:
    browser, sent, found = scene.clients[MANAGER], 0, {}
    values = itertools.cycle(value.encode("utf-8", "surrogatepass") for value in IN_FORMS)
    for route in (one for one in TABLE if one.post and not one.api and one.name not in LEAVES):
        place = address(route, scene, MANAGER)
        page = browser.get(place).content.decode() if route.get else ""
        forms: list[Iterable[str]] = [form.fields for form in Page(page).forms if form.method == "post"]
        for fields in [*forms, BUTTONS]:
            pairs = [name.encode() + b"=" + b"".join(b"%%%02x" % one for one in next(values)) for name in fields]
            answer = browser.post(place, b"&".join(pairs), content_type="application/x-www-form-urlencoded")
            sent += 1
            if told := broken(answer):
                found[place] = told
    assert found == {}
    assert sent > 45


COOKIES = {
    "NUL": '"aaaaaaaaaaaa\\000aaaaaaaa"',
    "control": '"aaaaaaaaaaaa\\015\\012X: y"',
    "not ASCII": "a\u00ff" * 9,
    "long": "a" * 60_000,
    "pickle": "gASVKAAAAAAAAACMBXBvc2l4lIwGc3lzdGVtlJOUjA",
}


@pytest.mark.parametrize("name", COOKIES)
def test_odd_cookies_are_those_of_nobody(scene: Scene, name: str) -> None:
    for cookie in ("sessionid", "csrftoken", "messages"):
        for place, status in (("/", 302), ("/accounts/login/", 200), ("/api/", 401), ("/admin/", 302)):
            answer = Client().get(place, headers={"Cookie": f"{cookie}={COOKIES[name]}"})
            assert answer.status_code == status, (cookie, place)


@pytest.mark.parametrize(("length", "too_large"), [
    ("x", False),
    ("-5", False),
    ("1e9", False),
    ("9" * 5000, False),  # for Python no number, so nothing is read
    ("99999999999999999999", True),
    ("9" * 4000, True),
    ("+999999999", True),
    ("999_999_999", True),
])  # fmt: skip
def test_odd_lengths_are_refused(scene: Scene, length: str, too_large: bool) -> None:
    route = next(route for route in TABLE if route.name == "api-pyramid-edits")
    before = all_rows()
    for kind in ("application/json", "text/plain", "multipart/form-data; boundary=x"):
        place = address(route, scene, MANAGER)
        answer = scene.clients[MANAGER].generic("POST", place, b"", content_type=kind, CONTENT_LENGTH=length)
        assert 400 <= answer.status_code < 500
        assert (answer.status_code == 413) is too_large
        assert broken(answer) == []
    assert changed(before) == []


def test_options_tell_strangers_nothing(scene: Scene) -> None:
    """Whether there is such a project, in particular."""
    for route in (one for one in reading() if one.args[:1] == ("p",)):
        place = address(route, scene, MANAGER)
        here, nowhere = (scene.clients[ROOT].options(one) for one in (place, place.replace("/p/p/", "/p/none/")))
        assert here.getvalue().replace(b"none", b"p") == nowhere.getvalue().replace(b"none", b"p")
        assert here.status_code == nowhere.status_code < 500
        assert broken(scene.clients[MANAGER].options(place)) == []


@pytest.mark.parametrize("method", ["TRACE", "PROPFIND", "X" * 3000])
def test_methods_that_are_none_are_refused(scene: Scene, method: str) -> None:
    for route in (one for one in TABLE if one.name not in ("login", "admin-password-change")):
        answer = scene.clients[MANAGER].generic(method, address(route, scene, MANAGER), headers={"X-Mark": "told back"})
        assert b"told back" not in answer.getvalue()
        assert answer.status_code in (403, 404, 405), route.name
