"""Requests of the table, by everybody in the scene."""

from typing import Any

from django.urls import reverse

from tests.access.scene import Scene
from tests.access.table import Route

METHODS = ("get", "post", "put", "patch", "delete")


def address(route: Route, scene: Scene, actor: str) -> str:
    """The address of a route as this actor would be given it."""
    return reverse(route.name, args=[scene.named(arg, actor) for arg in route.args]) + route.query


def ask(route: Route, method: str, scene: Scene, actor: str, *, where: str = "") -> Any:
    """The answer to a request for a route, or for another address in its way (``where``)."""
    sent: dict[str, Any] = {}
    if route.api and method != "get":
        sent = {"data": route.body or {}, "content_type": "application/json"}
    elif method == "post":
        sent = {"data": route.form}
    return getattr(scene.clients[actor], method)(where or address(route, scene, actor), **sent)
