"""What the writing of a project's JSON to rows knows by name: people, and the rows of a topic made so far."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Json = Mapping[str, Any]
Identity = tuple[str | None, str, str | None, int | None]
"""Of a work in its topic: peer, owner, owner of the release's pyramid, number of the release; of a pyramid only the
owner."""


@dataclass(slots=True)
class People:
    """The accounts that user names of the file mean here, and its members by name."""

    accounts: Mapping[str, int]
    members: dict[str, int] = field(default_factory=dict)

    def pointed(self, said: str | None, account: str, kept: str) -> dict[str, Any]:
        """The two columns for a user name: the account here, or the name where there is none that is meant."""
        key = self.accounts.get(said) if said else None
        return {account: key, kept: "" if key is not None else said or ""}


@dataclass(slots=True)
class TopicRows:
    """A topic that was made, and the keys of what is in it: summaries by name, works, releases and their SCUs."""

    topic: int
    models: Mapping[str, int]
    peers: Mapping[str, int]
    works: dict[Identity, int] = field(default_factory=dict)
    releases: dict[tuple[str, int], int] = field(default_factory=dict)
    scus: dict[tuple[int, str], int] = field(default_factory=dict)

    def release(self, release: Json | None) -> int | None:
        """The key of a release of the file; None for none."""
        return self.releases[release["pyramid"], release["number"]] if release else None

    def scu(self, release: Json, uuid: str) -> int:
        """The key of an SCU of a release of the file."""
        return self.scus[self.releases[release["pyramid"], release["number"]], uuid]


def identity(work: Json, *, owner: str = "") -> Identity:
    """What identifies a work of the file in its topic, or the work like it of another owner."""
    release = work.get("release") or {}
    return work.get("peer"), owner or work["owner"], release.get("pyramid"), release.get("number")


def reference(annotation: Json) -> Identity:
    """The identity that a reference to a peer annotation names."""
    return annotation["peer"], annotation["owner"], annotation["pyramid"], annotation["number"]
