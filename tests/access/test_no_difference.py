"""For a blind member every answer is the same, byte for byte, whether or not the others have begun."""

import difflib
import re
from collections.abc import Sequence

import pytest

from tests.access.actors import MEMBERS, SEE_WORK
from tests.access.asking import ask
from tests.access.marks import everything
from tests.access.scene import Scene, add_work, make_texts
from tests.access.table import TABLE, Route

pytestmark = pytest.mark.django_db

BLIND = sorted(MEMBERS - SEE_WORK)
READ = [route for route in TABLE if route.get]
CHANGING = re.compile(
    "|".join(
        (
            *('csrf-token" content="[^"]*"', 'csrfmiddlewaretoken" value="[^"]*"', 'nonce="[^"]*"', "nonce-[^' ;]*"),
            *("csrftoken=[^;]*;[^\n]*", "Expires: [^\n]*", "X-Request-ID: [^\n]*"),
            *("edited [^<]* ago", "Content-Length: [^\n]*"),  # the length of a page follows from the words of a time
        )
    )
)


def answers(scene: Scene, routes: Sequence[Route]) -> dict[tuple[str, str, str], tuple[int, str]]:
    """All that blind members can read, without what differs from request to request."""
    found = {}
    for actor in BLIND:
        for place, route in enumerate(routes):
            answer = ask(route, "get", scene, actor)
            found[actor, route.name, str(place)] = (answer.status_code, CHANGING.sub("", everything(answer)))
    return found


def test_whether_others_have_begun_makes_no_difference() -> None:
    scene = make_texts()
    before = answers(scene, READ)
    names = dict(scene.names)
    add_work(scene)
    keyed = [route for route in READ if {"annotation", "pyramid", "release", "sheet"} & set(route.args)]
    scene.names, made = names, scene.names
    after = answers(scene, READ)
    scene.names = made
    differing = {
        key: list(difflib.unified_diff(before[key][1].splitlines(), after[key][1].splitlines(), n=0, lineterm=""))[3:]
        for key in before
        if before[key] != after[key]
    }
    assert differing == {}
    assert {status for status, _ in answers(scene, keyed).values()} == {404}
