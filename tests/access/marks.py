"""Words that only some may read, looked for in all that is answered."""

import io
import zipfile
from typing import Any

from tests.access.actors import MANAGER, OWNER, SEE_WORK
from tests.access.asking import address
from tests.access.scene import PEER, WORK, Scene
from tests.access.table import Route

LISTS_MEMBERS = frozenset({"project", "member-add", "api-members"})
"""Annotators of a blind project know one another, by these pages."""
PEERS = PEER.rstrip("0123456789")


def everything(answer: Any) -> str:
    """Headers and body of an answer, unpacked if it is an archive (as XLSX)."""
    headers = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
    body = answer.getvalue()
    if body.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            body = b"\n".join(archive.read(name) for name in archive.namelist())
    return f"{headers}\n\n{body.decode(errors='replace')}"


def traces(route: Route, scene: Scene, actor: str, answer: Any) -> list[str]:
    """What an answer tells that this actor is not to know: others' work, whose it is, who wrote the peers."""
    text = everything(answer).replace(address(route, scene, actor), "")  # what was asked is no news
    hidden = [] if actor == MANAGER else [PEERS]
    if actor not in SEE_WORK:
        hidden += [WORK] if route.name in LISTS_MEMBERS else [WORK, OWNER]
    return [mark for mark in hidden if mark in text]
