"""Requests of the edits endpoints, as the pages make them."""

import itertools
from typing import Any

from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.work.models import Work
from tests.factories import EDIT_IDS, GROUP_IDS, client_id

_number = itertools.count(1)


def edits_url(target: Work) -> str:
    """Where edits of it are sent."""
    return f"{self_url(target)}edits/"


def self_url(target: Work) -> str:
    """Where it is fetched from."""
    kind = "pyramids" if target.kind == "pyramid" else "peer-annotations"
    return f"/api/{kind}/{target.pk}/"


def edit(verb: str, *, key: str = "", **payload: Any) -> dict[str, Any]:
    """An edit with an id of its own unless one is given."""
    return {"id": key or client_id(EDIT_IDS, next(_number)), "verb": verb, **payload}


def group(*edits: dict[str, Any], key: str = "") -> dict[str, Any]:
    """A group with an id of its own unless one is given."""
    return {"group": key or client_id(GROUP_IDS, next(_number)), "edits": list(edits)}


def send(client: APIClient, target: Work, *groups: dict[str, Any], base: int = 0) -> Response:
    """Post groups of edits."""
    answer: Response = client.post(edits_url(target), {"base": base, "groups": list(groups)}, format="json")
    return answer
