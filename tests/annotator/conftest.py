"""Scenes that tests of several packages share."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connections

from annotator.matching.store import read_units
from annotator.projects.models import Membership, Project
from annotator.pyramids.store import read_scus
from annotator.work.models import Work
from tests import factories
from tests.annotator.commands.command_line import CommandLine
from tests.annotator.work.log.requests import edit
from tests.factories import PART_IDS, SCU_IDS, UNIT_IDS, client_id, scu_snapshot, unit_snapshot
from tests.scenes import Scene, annotated_topic, make_scene


@dataclass
class WorkScene:
    """A pyramid or a peer annotation with its people, and edits of it."""

    target: Work
    owner: User
    editor: User
    manager: User
    viewer: User
    colleague: User
    outsider: User
    numbers: Iterator[int] = field(default_factory=lambda: iter(range(100, 10_000)))

    @property
    def kind(self) -> str:
        """ "pyramid" or "peer"."""
        return "pyramid" if self.target.kind == "pyramid" else "peer"

    def sound(self) -> dict[str, Any]:
        """A new edit that applies whenever it is sent."""
        number = next(self.numbers)
        if self.kind == "pyramid":
            return edit("create_scu", scu=client_id(SCU_IDS, number), label=f"SCU {number}")
        ids = {"unit": client_id(UNIT_IDS, number), "part": client_id(PART_IDS, number)}
        return edit("match_part", **ids, scu=None, start=0, end=4)

    def refused(self) -> dict[str, Any]:
        """A new edit of something that was never there."""
        return edit("remove_part", part=client_id(PART_IDS, next(self.numbers)))

    def snapshots(self) -> list[Any]:
        """The SCUs or units as they stand in the rows."""
        read: Any = read_scus if self.kind == "pyramid" else read_units
        return list(read(self.target.pk))

    def revision(self) -> int:
        """The revision in the row."""
        self.target.refresh_from_db()
        return self.target.revision


def make_work(kind: str, slug: str = "", **settings: Any) -> WorkScene:
    """A project of its own with two SCUs and two units of the well-known ids."""
    project = factories.make_project(slug, **settings)
    people = {name: factories.make_member(project) for name in ("owner", "editor", "colleague")}
    people["manager"] = factories.make_member(project, Membership.Role.MANAGER)
    people["viewer"] = factories.make_member(project, Membership.Role.VIEWER)
    target = _target(kind, project, people["owner"])
    target.editors.add(people["editor"])
    users: dict[str, Any] = {name: member.user for name, member in people.items()}
    return WorkScene(target=target, outsider=factories.make_user(), **users)


def _target(kind: str, project: Project, owner: Membership) -> Work:
    topic = factories.make_topic(project)
    first, second = (factories.make_summary(topic, text="word " * 20) for _ in range(2))
    scus = [
        scu_snapshot(1, (first.pk, [(1, 0, 4), (2, 10, 14)]), (second.pk, [(3, 0, 4)])),
        scu_snapshot(2, (first.pk, [(4, 20, 24)])),
    ]
    pyramid = factories.make_pyramid(topic, owner, scus)
    if kind == "pyramid":
        return pyramid
    units = [unit_snapshot(1, 1, (1, 0, 4), (2, 10, 14)), unit_snapshot(2, None, (3, 20, 24))]
    return factories.make_peer_annotation(factories.make_release(pyramid, scus), owner, units)


@pytest.fixture(params=["pyramid", "peer"])
def work(request: pytest.FixtureRequest, db: None) -> WorkScene:
    """A pyramid, then a peer annotation, with another project that has the same client-made ids."""
    make_work(request.param)
    return make_work(request.param)


@pytest.fixture
def manage(capsys, monkeypatch, db) -> CommandLine:
    """Runs a command. Commands close the database's connections when they end; the test still needs its own."""
    monkeypatch.setattr(connections, "close_all", lambda: None)
    return CommandLine(capsys)


@pytest.fixture
def scene(db: None) -> Scene:
    """A project "p" with a manager "ann", an annotator and a viewer."""
    return make_scene()


@pytest.fixture
def annotation(scene: Scene) -> Work:
    """The manager's annotation of peer "7" of topic "D1", in progress."""
    return annotated_topic(scene.project, scene.manager)
