"""A generated project of a large team, for measurements and tests of its pages.

Import it after ``django.setup()``. Each topic has a consensus with a release, and similar pyramids of several
annotators; several annotators match each peer against that release. Rows are written in bulk, not by the services, so
the log has plausible times but cannot be replayed.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import cycle
from uuid import UUID

from django.contrib.auth.models import User

from annotator.matching.models import KIND as MATCH
from annotator.matching.models import Unit, UnitPart
from annotator.projects.models import CONSENSUS, Membership, Project, Summary, Topic
from annotator.projects.texts import text_columns
from annotator.pyramids.models import KIND as PYRAMID
from annotator.pyramids.models import Contributor, Part, Scu
from annotator.pyramids.services import release_pyramid
from annotator.work.log.models import Edit
from annotator.work.models import Work
from annotator.work.release_models import Release
from annotator.work.tasks.models import Assignment

CONTRIBUTOR_WORDS = 5
STARTED_SHARE, FINISHED_SHARE = 0.9, 0.75  # started: of the assigned peers; finished: of the started ones

Models = list[int]  # the indexes of the model summaries that express an SCU


@dataclass(frozen=True, slots=True)
class TeamSize:
    """Counts: ``builders`` (of pyramids) and ``peers`` per topic, ``matchers`` per peer, ``scus`` per pyramid."""

    annotators: int = 30
    topics: int = 60
    peers: int = 20
    models: int = 4
    words: int = 60
    scus: int = 8
    builders: int = 2
    matchers: int = 2


class BigTeam:
    """The ``project``, its ``manager`` and ``annotators``; the same arguments give the same texts and annotations."""

    def __init__(self, *, size: TeamSize, now: datetime, slug: str = "big-team") -> None:
        self.size, self.now = size, now
        self.rng = random.Random(1)
        self.project = Project.objects.create(slug=slug, name=slug)
        self.edits: list[Edit] = []
        self.last_edit: dict[int, datetime] = {}  # by member
        names = [f"{self.project.slug}-{n:02}" for n in range(self.size.annotators + 1)]  # 00 is the manager
        self.users = User.objects.bulk_create(User(username=name, password="!") for name in names)
        self.manager, *self.annotators = Membership.objects.bulk_create(
            Membership(project=self.project, user=user, name=user.username, role="annotator" if index else "manager")
            for index, user in enumerate(self.users)
        )
        consensus = Membership.objects.create(project=self.project, name=CONSENSUS)
        topics = [Topic(project=self.project, key=f"D{n:04}") for n in range(1, self.size.topics + 1)]
        for index, topic in enumerate(Topic.objects.bulk_create(topics)):
            first = index % len(self.annotators)  # so that annotators take turns
            self._fill_topic(topic, consensus, self.annotators[first:] + self.annotators[:first])
        Edit.objects.bulk_create(self.edits, batch_size=2_000)

    def _fill_topic(self, topic: Topic, consensus: Membership, annotators: Sequence[Membership]) -> None:
        models = self._make_texts(topic, "model", self.size.models)
        peers = self._make_texts(topic, "peer", self.size.peers)
        scus = [self.rng.sample(range(len(models)), self.rng.randint(1, len(models))) for _ in range(self.size.scus)]
        owners = [annotators[n % len(annotators)] for n in range(self.size.builders)]
        for owner in owners:
            self._make_pyramid(topic, owner, models, scus, self.rng.choice(["in_progress", "submitted"]))
        pyramid = self._make_pyramid(topic, consensus, models, scus, "adjudicated")
        release = release_pyramid(pyramid=pyramid, by=self.users[0], now=self.now)
        due = (self.now + timedelta(days=self.rng.randrange(-3, 10))).date()
        Assignment.objects.bulk_create(Assignment(kind=PYRAMID, topic=topic, member=owner, due=due) for owner in owners)
        self._match(peers, release, annotators)

    def _make_texts(self, topic: Topic, kind: str, number: int) -> list[Summary]:
        rows = []
        for index in range(number):
            words = ["".join(self.rng.choices("etaoinshrdlu", k=5)) for _ in range(self.size.words)]
            columns, _ = text_columns(" ".join(words) + ".")
            rows.append(Summary(topic=topic, kind=kind, summarizer=f"{kind}{index + 1}", position=index, **columns))
        return Summary.objects.bulk_create(rows)

    def _make_pyramid(
        self, topic: Topic, owner: Membership, models: Sequence[Summary], scus: list[Models], state: str
    ) -> Work:
        """Makes the pyramid with these SCUs; an owner with an account misses some contributors and moves others."""
        revision = len(scus) + (state == "submitted") if owner.user_id else 0  # without an account there is no log
        counters = {"revision": revision, "next_uid": len(scus) + 1, "next_position": len(scus) + 1.0}
        pyramid = Work.objects.create(kind=PYRAMID, topic=topic, owner=owner, state=state, **counters)
        rows = Scu.objects.bulk_create(
            Scu(pyramid=pyramid, uuid=self._uuid(), uid=n, position=float(n), label=f"content unit {n}")
            for n in range(1, len(scus) + 1)
        )
        contributors = Contributor.objects.bulk_create(
            Contributor(scu=scu, summary=models[model], position=index)
            for scu, of_scu in zip(rows, scus, strict=True)
            for index, model in enumerate(of_scu)
            if not index or not owner.user_id or self.rng.random() > 0.15
        )
        Part.objects.bulk_create(
            Part(contributor=row, pyramid=pyramid, uuid=self._uuid(), position=0, **span)
            for row in contributors
            for span in [_span(row.scu.uid - 1, moved=bool(owner.user_id) and self.rng.random() < 0.2)]
        )
        self._log(pyramid, "create_scu")
        return pyramid

    def _match(self, peers: Sequence[Summary], release: Release, annotators: Sequence[Membership]) -> None:
        """Assigns each peer to annotators in turn, and makes the peer annotations of those who have started."""
        repeated = [peer for peer in peers for _ in range(self.size.matchers)]
        pairs = list(zip(repeated, cycle(annotators), strict=False))
        Assignment.objects.bulk_create(
            Assignment(kind=MATCH, topic_id=peer.topic_id, summary=peer, member=member, release=release)
            for peer, member in pairs
        )
        scus = list(release.scus.order_by("uid"))
        unit_count = min(self.size.words // CONTRIBUTOR_WORDS - 1, 6)
        works, units = [], []
        for peer, member in pairs:
            if self.rng.random() > STARTED_SHARE:
                continue
            state = "submitted" if self.rng.random() < FINISHED_SHARE else "in_progress"
            counters = {"revision": unit_count + (state == "submitted"), "next_position": unit_count + 1}
            identity = {"topic_id": peer.topic_id, "summary": peer, "owner": member, "release": release}
            works.append(Work(kind=MATCH, state=state, **identity, **counters))
        for work in Work.objects.bulk_create(works):
            for position in range(1, unit_count + 1):
                # Annotators agree about half of the content; a quarter of the rest is in no SCU.
                chosen = position if self.rng.random() < 0.5 else self.rng.randrange(len(scus))
                scu = scus[(chosen + work.summary.position) % len(scus)] if self.rng.random() < 0.75 else None
                units.append(Unit(annotation=work, uuid=self._uuid(), scu=scu, position=position))
            self._log(work, "match_part")
        UnitPart.objects.bulk_create(
            UnitPart(
                unit=unit, annotation=unit.annotation, uuid=self._uuid(), position=0, **_span(int(unit.position) - 1)
            )
            for unit in Unit.objects.bulk_create(units)
        )

    def _log(self, work: Work, verb: str) -> None:
        """Adds the log of a work: edits that are seconds or, rarely, hours apart, and then the submission."""
        start = self.now - timedelta(days=21)
        for revision in range(1, work.revision + 1):
            pause = self.rng.choice([20, 40, 60, 90, 600]) if self.rng.random() < 0.97 else 30_000
            at = min(self.last_edit.get(work.owner_id, start) + timedelta(seconds=pause), self.now)
            self.last_edit[work.owner_id] = at
            submits = work.state == "submitted" and revision == work.revision
            content = {"verb": "submit", "payload": {"state": work.state}} if submits else {"verb": verb, "payload": {}}
            ids = {"uuid": self._uuid(), "group": self._uuid(), "before": {}, "after": {}}
            self.edits.append(Edit(work=work, revision=revision, actor=work.owner.user, at=at, **ids, **content))

    def _uuid(self) -> UUID:
        return UUID(int=self.rng.getrandbits(128), version=4)


def _span(index: int, *, moved: bool = False) -> dict[str, int]:
    """The characters of five words: all SCUs and units have their own, which may be ``moved`` by a word.

    Words have five letters and a space, so word n starts at character 6 * n.
    """
    start = 6 * (CONTRIBUTOR_WORDS * index + moved)
    return {"start": start, "end": start + 6 * CONTRIBUTOR_WORDS - 1}
