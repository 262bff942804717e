"""Creates the sample project and the sample study, in which users of a new installation can try out its pages."""

from collections.abc import Iterable
from datetime import datetime
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import transaction

from annotator.interchange.sample_judgments import load_extracts, load_judgments
from annotator.interchange.sample_texts import SampleScu, SampleText, SampleTopic, SampleUnit, read_sample
from annotator.interchange.study_texts import Study, StudyTopic, read_study
from annotator.matching.services import fill_peer_annotation, start_peer_annotation
from annotator.matching.verbs.units import UnitSnapshot
from annotator.projects.documents.services import NewDocument, add_documents
from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.projects.services import create_project, get_or_create_owner, usable_slug
from annotator.projects.texts import NewSummary, add_summaries, create_topic
from annotator.pyramids.services import fill_pyramid, new_parts, release_pyramid, start_pyramid
from annotator.pyramids.verbs.scus import ScuSnapshot
from annotator.work.release_models import Release
from annotator.work.visibility import WorkState

EXTRACTS_TOPIC = "turn"


@transaction.atomic
def load_sample(*, by: User, now: datetime) -> Project:
    """Create the sample project with ``by`` as its manager and annotator. Raises ServiceRefused if it exists."""
    sample = read_sample()
    usable_slug(sample.slug, by=None)  # refuses a second sample
    project = create_project(name=sample.name, slug=sample.slug, by=by, guidelines=sample.guidelines)
    member = project.memberships.get(user=by)
    for topic in sample.topics:
        _load_topic(project, topic, member, by, now)
    load_extracts(topic=project.topics.get(key=EXTRACTS_TOPIC), manager=member, now=now)
    return project


@transaction.atomic
def load_study(*, by: User, now: datetime) -> Project:
    """Create the sample study, with ``by`` as its manager and its annotators as members without accounts.

    Raises ServiceRefused if it exists.
    """
    study = read_study()
    usable_slug(study.slug, by=None)  # refuses a second study
    project = create_project(name=study.name, slug=study.slug, by=by, guidelines=study.guidelines)
    for topic in study.topics:
        _load_study_topic(project, study, topic, by, now)
    return project


def _load_topic(project: Project, source: SampleTopic, member: Membership, by: User, now: datetime) -> None:
    topic = create_topic(project=project, key=source.key, title=source.title, statement=source.statement, by=None)
    models = _add_summaries(topic, Summary.Kind.MODEL, source.models)
    peers = _add_summaries(topic, Summary.Kind.PEER, source.peers)
    if not source.scus:
        return
    pyramid = start_pyramid(topic=topic, owner=member)
    scus = _to_scus(source.scus, models)
    fill_pyramid(pyramid=pyramid, scus=scus, payload={"sample": source.key}, by=by, now=now)
    pyramid.refresh_from_db()
    release = release_pyramid(pyramid=pyramid, by=by, now=now)
    for index, peer in enumerate(peers):
        _load_matching(source.key, release, member, peer, _to_units(source.units, index, scus), by, now)
    load_judgments(topic=topic, release=release, manager=member, now=now)


def _load_study_topic(project: Project, study: Study, source: StudyTopic, by: User, now: datetime) -> None:
    """Create a topic with a document and the pyramids of all annotators, and release the first pyramid.

    All annotators match the peers to this release. Units with a comment are flagged for discussion.
    """
    topic = create_topic(project=project, key=source.key, title=source.title, statement=source.statement, by=None)
    document = NewDocument("report", source.document.text, source.document.title)
    add_documents(topic=topic, documents=[document], by=project.memberships.get(user=by))
    models = _add_summaries(topic, Summary.Kind.MODEL, source.models)
    peers = _add_summaries(topic, Summary.Kind.PEER, source.peers)
    release: Release | None = None
    released_scus: list[ScuSnapshot] = []
    for annotation in source.annotations:
        owner = get_or_create_owner(project=project, name=annotation.owner)
        pyramid = start_pyramid(topic=topic, owner=owner)
        scus = _to_scus(annotation.scus, models)
        fill_pyramid(pyramid=pyramid, scus=scus, payload={"sample": source.key}, by=by, now=now, is_finished=True)
        if release is None:
            pyramid.refresh_from_db()
            release, released_scus = release_pyramid(pyramid=pyramid, by=by, now=now), scus
        for index, peer in enumerate(peers):
            is_draft = (source.key, peer.summarizer, annotation.owner) in study.drafts
            state = WorkState.IN_PROGRESS if is_draft else WorkState.SUBMITTED
            units = _to_units(annotation.units, index, released_scus)
            for unit in units:
                if unit["comment"]:
                    unit["flags"] = ["discuss"]
            _load_matching(source.key, release, owner, peer, units, by, now, state=state)


def _load_matching(
    topic_key: str,
    release: Release,
    owner: Membership,
    peer: Summary,
    units: list[UnitSnapshot],
    by: User,
    now: datetime,
    *,
    state: str = WorkState.SUBMITTED,
) -> None:
    fill_peer_annotation(
        annotation=start_peer_annotation(summary=peer, release=release, owner=owner),
        units=units,
        verb="import",
        payload={"sample": topic_key},
        by=by,
        now=now,
        state=state,
    )


def _add_summaries(topic: Topic, kind: str, texts: Iterable[SampleText]) -> list[Summary]:
    new_summaries = [NewSummary(kind, text.summarizer, text.text) for text in texts]
    summaries, _ = add_summaries(topic=topic, summaries=new_summaries, by=None)
    return summaries


def _to_scus(scus: Iterable[SampleScu], models: list[Summary]) -> list[ScuSnapshot]:
    return [
        {
            "id": str(uuid4()),
            "uid": uid,
            "position": float(uid),
            "label": scu.label,
            "comment": scu.comment,
            "contributors": [
                {"summary": models[index].pk, "comment": "", "parts": new_parts(spans)}
                for index, spans in scu.contributors.items()
            ],
        }
        for uid, scu in enumerate(scus, start=1)
    ]


def _to_units(all_units: Iterable[SampleUnit], peer_index: int, scus: list[ScuSnapshot]) -> list[UnitSnapshot]:
    units = [unit for unit in all_units if unit.peer == peer_index]
    return [
        {
            "id": str(uuid4()),
            "position": position,
            "scu": None if unit.scu is None else scus[unit.scu]["id"],
            "comment": unit.comment,
            "parts": new_parts(unit.parts),
        }
        for position, unit in enumerate(units, start=1)
    ]
