"""The addresses of a project: rows of tests/access/table.py, with the work that a member sees in the place of words."""

from collections.abc import Iterator
from typing import Any

from django.test import Client
from django.urls import NoReverseMatch, reverse

from tests.access.actors import OWNER
from tests.access.table import SCU, Route
from tests.frozen.normal import ordered

KEYS = (
    "annotation",
    "pyramid",
    "release",
    "thread",
    "member",
    "assignment",
    "invitation",
    "offer",
    "study",
    "instrument",
    "sheet",
    "items",
)
"""Words of the table that stand for numbers."""
RUN = "00000000-0000-4000-8000-000000000000"
Args = tuple[Any, ...]


def pattern(route: Route) -> str:
    """The address of a route with the table's words: it stays the same when the route is renamed."""
    numbers: dict[str, Any] = {word: 900_001 + at for at, word in enumerate(KEYS)}
    numbers["run"] = RUN
    try:
        address = reverse(route.name, args=[numbers.get(arg, arg) for arg in route.args])
    except NoReverseMatch:  # the word is no number here
        address = reverse(route.name, args=route.args)
    for word, number in numbers.items():
        address = address.replace(str(number), f"<{word}>")
    return address


class Places:
    """What there is in a project for the member who has signed in, as the API lists it."""

    def __init__(self, client: Client, slug: str) -> None:
        self.client, self.slug = client, slug
        urls = client.get(f"/api/projects/{slug}/").json()["urls"]
        self.topics = self._rows(urls["topics"])
        self.pyramids = self._rows(urls["pyramids"])
        self.releases = self._rows(urls["releases"])
        self.matchings = ordered(self._rows(urls["peer_annotations"]))

    def _rows(self, address: str) -> list[dict[str, Any]]:
        answer = self.client.get(address, {"page_size": 200}).json()
        assert answer["next"] is None
        rows: list[dict[str, Any]] = answer["results"]
        return rows

    def addresses(self, route: Route) -> Iterator[str]:
        """All addresses of a route in this project; none where it needs what the API does not list."""
        for args in self._args(route.args):
            query = route.query
            if SCU in query:
                scus = self._rows(f"/api/pyramids/{args[0]}/scus/")
                query = query.replace(SCU, scus[0]["id"] if scus else SCU)
            yield reverse(route.name, args=args) + query

    def _args(self, words: Args) -> list[Args]:
        slug, last = self.slug, words[-1] if words else ""
        match words:
            case ("p", "D1", "peer", owner) if owner == OWNER:
                return [(slug, row["topic"], row["peer"], row["owner"]) for row in self.matchings]
            case ("p", "D1", owner) if owner == OWNER:
                return [(slug, row["topic"], row["owner"]) for row in self.pyramids]
            case ("p", "D1", "model" | "peer"):
                return [(slug, topic["key"], name) for topic in self.topics for name in self._names(topic, last)]
            case ("p", "D1", "document"):
                return [
                    (slug, topic["key"], row["key"])
                    for topic in self.topics
                    for row in self._rows(f"{topic['url']}documents/")
                ]
            case ("p", "D1", *rest) if not set(rest) & set(KEYS):
                return [(slug, topic["key"], *rest) for topic in self.topics]
            case ("pyramid" | "annotation" | "release",):
                rows = {"pyramid": self.pyramids, "annotation": self.matchings, "release": self.releases}[last]
                return [(row["id"],) for row in rows]
            case ("p", *rest) if not set(rest) & set(KEYS):
                return [(slug, *rest)]
        return []

    def _names(self, topic: dict[str, Any], kind: str) -> list[str]:
        return [row["name"] for row in self._rows(f"{topic['url']}summaries/") if row["kind"] == kind]
