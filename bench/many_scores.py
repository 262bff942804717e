"""A generated project of very many scores: rows in bulk, without parts or a log. Import it after ``django.setup()``."""

import random
from dataclasses import dataclass
from uuid import UUID

from annotator.matching.models import KIND as MATCH
from annotator.matching.models import Unit
from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.pyramids.models import KIND as PYRAMID
from annotator.pyramids.models import ReleasedScu
from annotator.work.models import Release, Work

STATE = "submitted"


@dataclass(frozen=True, slots=True)
class ScoresSize:
    """``topics`` x ``peers`` x ``matchers`` scores, each of ``units`` units against a pyramid of ``scus`` SCUs."""

    topics: int
    peers: int = 100
    matchers: int = 5
    scus: int = 12
    units: int = 3

    @property
    def rows(self) -> int:
        """Number of scores."""
        return self.topics * self.peers * self.matchers


def make_many_scores(size: ScoresSize, slug: str, seed: int = 1) -> Project:
    """Make the project; the same seed makes the same scores."""
    rng = random.Random(seed)
    project = Project.objects.create(slug=slug, name=slug)
    names = (f"matcher{n}" for n in range(size.matchers))
    members = Membership.objects.bulk_create(Membership(project=project, name=name) for name in names)
    for number in range(size.topics):
        _fill(Topic.objects.create(project=project, key=f"D{number:04}"), members, size, rng)
    return project


def _fill(topic: Topic, members: list[Membership], size: ScoresSize, rng: random.Random) -> None:
    own = {"text": "word", "length": 4, "segmenter": "generated"}
    peers = Summary.objects.bulk_create(
        Summary(topic=topic, kind="peer", summarizer=f"s{at}", position=at, **own) for at in range(size.peers)
    )
    pyramid = Work.objects.create(kind=PYRAMID, topic=topic, owner=members[0], state=STATE)
    release = Release.objects.create(pyramid=pyramid, number=1, revision=0, model_count=4)
    scus = ReleasedScu.objects.bulk_create(
        ReleasedScu(release=release, uuid=_uuid(rng), uid=n, position=n, label="x", weight=1 + n % 4, contributors=[])
        for n in range(1, size.scus + 1)
    )
    annotations = Work.objects.bulk_create(
        Work(kind=MATCH, topic=topic, summary=peer, owner=member, release=release, state=STATE)
        for peer in peers
        for member in members
    )
    Unit.objects.bulk_create(
        Unit(annotation=one, uuid=_uuid(rng), position=at, scu=rng.choice([*scus, None]))
        for one in annotations
        for at in range(size.units)
    )


def _uuid(rng: random.Random) -> UUID:
    return UUID(int=rng.getrandbits(128), version=4)
