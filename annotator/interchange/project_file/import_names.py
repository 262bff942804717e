"""What the writing of a project's JSON to rows knows by name: people, and the rows of a topic made so far."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Json = Mapping[str, Any]
WorkKey = tuple[str, str, str, int]
"""Of a peer annotation: peer, owner, owner of the release's pyramid, number of the release."""


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
    """A topic that was made, its summaries by name, and what comes to it: releases and annotations by what they are."""

    topic: int
    models: Mapping[str, int]
    peers: Mapping[str, int]
    releases: dict[tuple[str, int], int] = field(default_factory=dict)
    scus: dict[int, dict[str, int]] = field(default_factory=dict)
    annotations: dict[WorkKey, int] = field(default_factory=dict)


def reference(said: Json) -> WorkKey:
    """A reference to a peer annotation as a key."""
    return said["peer"], said["owner"], said["pyramid"], said["number"]
