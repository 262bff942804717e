"""A generated project of a large team: the size at which its pages and its agreement are measured.

Import it after ``django.setup()``. Each topic has a consensus with a release, and pyramids of several annotators that
are alike but not the same; each peer is matched by several against that release. Rows are written in bulk, past the
services: the log is one of plausible times, not one that rebuilds the rows.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from django.contrib.auth.models import User

from annotator.matching.models import KIND as MATCH
from annotator.matching.models import Unit, UnitPart
from annotator.projects.models import CONSENSUS, Membership, Project, Summary, Topic
from annotator.pyramids.models import KIND as PYRAMID
from annotator.pyramids.models import Contributor, Part, ReleasedScu, Scu
from annotator.work.log.models import Edit
from annotator.work.models import Release, Work
from annotator.work.tasks.models import Assignment

STEP = 5  # words of a contributor


@dataclass(frozen=True, slots=True)
class TeamSize:
    """``builders``: annotators with a pyramid of each topic, ``matchers``: of each peer; ``begun``: the share of their
    work that is there, ``finished``: of this the share that is; ``words``: of each text.
    """

    annotators: int = 30
    topics: int = 60
    peers: int = 20
    models: int = 4
    words: int = 60
    scus: int = 8
    builders: int = 2
    matchers: int = 2
    begun: float = 0.9
    finished: float = 0.75


@dataclass(frozen=True, slots=True)
class BigTeam:
    """The project and its people; the annotators do not include the manager."""

    project: Project
    manager: Membership
    annotators: list[Membership]


SpanOf = tuple[int, int]  # the index of a model summary and of the first word


@dataclass
class _Making:
    """What is being made: rows wait until all of a kind go to the database at once."""

    size: TeamSize
    rng: random.Random
    now: datetime
    edits: list[Edit] = field(default_factory=list)
    clock: dict[int, datetime] = field(default_factory=dict)

    def uuid(self) -> UUID:
        return UUID(int=self.rng.getrandbits(128), version=4)

    def log(self, actor: Membership, work: Work, revision: int, verb: str, **payload: str) -> None:
        """A row of the log, some seconds or (seldom) hours after the actor's last one."""
        pause = self.rng.choice([20, 40, 60, 90, 600]) if self.rng.random() < 0.97 else 30_000
        start = self.now - timedelta(days=21) + timedelta(seconds=self.rng.randrange(40_000))
        at = min(self.clock.get(actor.pk, start) + timedelta(seconds=pause), self.now)
        self.clock[actor.pk] = at
        own = {"uuid": self.uuid(), "group": self.uuid(), "before": {}, "after": {}, "payload": payload}
        self.edits.append(Edit(work=work, **own, revision=revision, actor=actor.user, at=at, verb=verb))


def make_big_team(*, size: TeamSize, now: datetime, seed: int = 1, slug: str = "big-team") -> BigTeam:
    """Make the project; the same seed makes the same texts and work."""
    making = _Making(size, random.Random(seed), now)
    project = Project.objects.create(slug=slug, name=slug)
    manager, consensus, annotators = _people(project, size)
    topics = Topic.objects.bulk_create(Topic(project=project, key=f"D{n:04}") for n in range(1, size.topics + 1))
    summaries = Summary.objects.bulk_create(one for topic in topics for one in _texts(making, topic))
    for at, topic in enumerate(topics):
        _fill(making, topic, [one for one in summaries if one.topic_id == topic.pk], consensus, annotators, at)
    Edit.objects.bulk_create(making.edits, batch_size=2_000)
    return BigTeam(project, manager, annotators)


def _people(project: Project, size: TeamSize) -> tuple[Membership, Membership, list[Membership]]:
    names = [f"{project.slug}-manager", *(f"{project.slug}-{n:02}" for n in range(1, size.annotators + 1))]
    users = User.objects.bulk_create(User(username=name, password="!") for name in names)
    members = Membership.objects.bulk_create(
        Membership(project=project, user=user, name=user.username, role="annotator" if at else "manager")
        for at, user in enumerate(users)
    )
    consensus = Membership.objects.create(project=project, name=CONSENSUS)
    return members[0], consensus, members[1:]


def _texts(making: _Making, topic: Topic) -> Iterable[Summary]:
    for kind, number in (("model", making.size.models), ("peer", making.size.peers)):
        for at in range(number):
            words = ["".join(making.rng.choices("etaoinshrdlu", k=5)) for _ in range(making.size.words)]
            text = " ".join(words) + "."
            bounds = [bound for n in range(len(words)) for bound in (6 * n, 6 * n + 5)]
            own = {"words": bounds, "sentences": [0, len(text)], "segmenter": "generated", "position": at}
            yield Summary(topic=topic, kind=kind, summarizer=f"{kind}{at + 1}", text=text, length=len(text), **own)


def _fill(
    making: _Making,
    topic: Topic,
    summaries: Sequence[Summary],
    consensus: Membership,
    annotators: Sequence[Membership],
    at: int,
) -> None:
    models = [one for one in summaries if one.kind == "model"]
    peers = [one for one in summaries if one.kind == "peer"]
    plan = _plan(making, len(models))
    owners = [annotators[(at * making.size.builders + n) % len(annotators)] for n in range(making.size.builders)]
    for owner in owners:
        state = making.rng.choice(["in_progress", "submitted", "submitted"])
        _pyramid(making, topic, owner, models, _variant(making, plan), state)
    agreed = _pyramid(making, topic, consensus, models, plan, "adjudicated")
    release = _release(agreed, models, plan)
    due = (making.now + timedelta(days=making.rng.randrange(-3, 10))).date()
    Assignment.objects.bulk_create(Assignment(kind=PYRAMID, topic=topic, member=owner, due=due) for owner in owners)
    _match(making, peers, release, annotators, at)


def _plan(making: _Making, models: int) -> list[list[SpanOf]]:
    """The contributors of each SCU: which model, from which word on. Together they cover most words once."""
    starts = list(range(0, making.size.words - STEP + 1, STEP))
    free = {model: making.rng.sample(starts, len(starts)) for model in range(models)}
    weights = [making.rng.randint(1, models) for _ in range(making.size.scus)]
    chosen = [making.rng.sample(range(models), weight) for weight in weights]
    return [[(model, free[model].pop()) for model in several if free[model]] for several in chosen]


def _variant(making: _Making, plan: list[list[SpanOf]]) -> list[list[SpanOf]]:
    """Another annotator's reading: some contributors are missing, some lie a word further on."""
    last = making.size.words - STEP
    kept = [[one for one in scu if making.rng.random() > 0.15] or scu[:1] for scu in plan]
    return [[(model, min(last, start + (making.rng.random() < 0.2))) for model, start in scu] for scu in kept]


def _pyramid(
    making: _Making, topic: Topic, owner: Membership, models: Sequence[Summary], plan: list[list[SpanOf]], state: str
) -> Work:
    revision = len(plan) + (state == "submitted") if owner.user_id else 0
    own = {"state": state, "revision": revision, "next_uid": len(plan) + 1, "next_position": len(plan) + 1.0}
    pyramid = Work.objects.create(kind=PYRAMID, topic=topic, owner=owner, **own)
    scus = Scu.objects.bulk_create(
        Scu(pyramid=pyramid, uuid=making.uuid(), uid=n, position=float(n), label=f"content unit {n}")
        for n in range(1, len(plan) + 1)
    )
    held = [(scu, at, one) for scu, several in zip(scus, plan, strict=True) for at, one in enumerate(several)]
    contributors = Contributor.objects.bulk_create(
        Contributor(scu=scu, summary=models[model], position=at) for scu, at, (model, _) in held
    )
    Part.objects.bulk_create(
        Part(contributor=row, pyramid=pyramid, uuid=making.uuid(), position=0, start=6 * start, end=6 * start + 29)
        for row, (_, _, (_, start)) in zip(contributors, held, strict=True)
    )
    if owner.user_id:
        for number in range(1, len(plan) + 1):
            making.log(owner, pyramid, number, "create_scu")
        if state == "submitted":
            making.log(owner, pyramid, revision, "submit", state=state)
    return pyramid


def _release(pyramid: Work, models: Sequence[Summary], plan: list[list[SpanOf]]) -> Release:
    release = Release.objects.create(
        pyramid=pyramid, number=1, revision=pyramid.revision, model_count=len(models), created_by=None
    )
    ReleasedScu.objects.bulk_create(
        ReleasedScu(
            release=release,
            uuid=scu.uuid,
            uid=scu.uid,
            position=scu.position,
            label=scu.label,
            weight=len(several),
            contributors=[
                {"summary": models[model].pk, "comment": "", "parts": [{"start": 6 * start, "end": 6 * start + 29}]}
                for model, start in several
            ],
        )
        for scu, several in zip(pyramid.scus.order_by("uid"), plan, strict=True)
    )
    return release


def _match(
    making: _Making, peers: Sequence[Summary], release: Release, annotators: Sequence[Membership], at: int
) -> None:
    """Each peer by ``matchers`` annotators in turn: assigned, and most of it begun."""
    turns = [
        (peer, annotators[(at * 7 + number * making.size.matchers + one) % len(annotators)])
        for number, peer in enumerate(peers)
        for one in range(making.size.matchers)
    ]
    Assignment.objects.bulk_create(
        Assignment(kind=MATCH, topic_id=peer.topic_id, summary=peer, member=member, release=release)
        for peer, member in turns
    )
    begun = [turn for turn in turns if making.rng.random() < making.size.begun]
    scus = list(release.scus.order_by("uid"))
    said = {peer.pk: _mentions(making, len(scus)) for peer in peers}
    read = [(peer, member, _reading(making, said[peer.pk], len(scus))) for peer, member in begun]
    annotations = Work.objects.bulk_create(
        Work(
            kind=MATCH,
            topic_id=peer.topic_id,
            summary=peer,
            owner=member,
            release=release,
            state=state,
            revision=len(units) + (state == "submitted"),
            next_position=len(units) + 1,
        )
        for peer, member, units in read
        for state in making.rng.choices(["in_progress", "submitted"], [1 - making.size.finished, making.size.finished])
    )
    rows = Unit.objects.bulk_create(
        Unit(annotation=one, uuid=making.uuid(), scu=None if scu is None else scus[scu], position=place)
        for one, (_, _, units) in zip(annotations, read, strict=True)
        for place, scu in enumerate(units, start=1)
    )
    UnitPart.objects.bulk_create(_part_of(making, unit) for unit in rows)
    for annotation in annotations:
        _log_matching(making, annotation)


def _part_of(making: _Making, unit: Unit) -> UnitPart:
    start = 6 * STEP * (unit.position - 1)
    own = {"uuid": making.uuid(), "position": 0, "start": start, "end": start + 29}
    return UnitPart(unit=unit, annotation_id=unit.annotation_id, **own)


def _mentions(making: _Making, scus: int) -> list[int | None]:
    """What a peer says, one mention after the other: SCUs by their index, or something in none."""
    number = min(making.size.words // STEP - 1, making.rng.randint(4, 8))
    return [making.rng.randrange(scus) if making.rng.random() < 0.75 else None for _ in range(number)]


def _reading(making: _Making, said: list[int | None], scus: int) -> list[int | None]:
    """One annotator's reading of it: a tenth is matched otherwise."""
    return [making.rng.randrange(scus) if making.rng.random() < 0.1 else scu for scu in said]


def _log_matching(making: _Making, annotation: Work) -> None:
    finished = annotation.state == "submitted"
    for revision in range(1, annotation.revision + 1):
        if finished and revision == annotation.revision:
            making.log(annotation.owner, annotation, revision, "submit", state="submitted")
        else:
            making.log(annotation.owner, annotation, revision, "match_part")
