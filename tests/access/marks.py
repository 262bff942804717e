"""Words that only some may read, looked for in all that is answered."""

from typing import Any

from tests.access.actors import MANAGER, OWNER, SEE_WORK
from tests.access.asking import address
from tests.access.scene import PEER, WORK, Scene
from tests.access.table import Route

LISTS_MEMBERS = frozenset({"project", "member-add", "api-members"})
"""Annotators of a blind project know one another, by these pages."""
PEERS = PEER.rstrip("0123456789")


def everything(answer: Any) -> str:
    """Headers and body of an answer."""
    headers = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
    return f"{headers}\n\n{answer.content.decode(errors='replace')}"


def traces(route: Route, scene: Scene, actor: str, answer: Any) -> list[str]:
    """What an answer tells that this actor is not to know: others' work, whose it is, who wrote the peers."""
    text = everything(answer).replace(address(route, scene, actor), "")  # what was asked is no news
    hidden = [] if actor == MANAGER else [PEERS]
    if actor not in SEE_WORK:
        hidden += [WORK] if route.name in LISTS_MEMBERS else [WORK, OWNER]
    return [mark for mark in hidden if mark in text]
