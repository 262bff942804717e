"""Small topics for journeys, made through the services."""

from collections.abc import Sequence
from uuid import uuid4

from django.contrib.auth.models import User
from django.utils import timezone

from annotator.matching.services import start_peer_annotation
from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.projects.services import add_member, create_project
from annotator.projects.texts import NewSummary, add_summaries, create_topic
from annotator.pyramids.services import fill_pyramid, new_parts, release_pyramid, start_pyramid
from annotator.pyramids.verbs.scus import ContributorSnapshot, ScuSnapshot
from annotator.work.release_models import Release

A = "The last keeper left Skerry Light in 1998. Engineers now come every six months, officials said."
B = "A keeper lived on the rock for 143 years. In 1998 that ended: the keeper handed over the keys."
PEER = "In 1998 the keeper of Skerry Light left. Engineers visit the light twice a year. The rock is cold."
ARABIC = "كان حارس المنارة آخر من غادر الجزيرة. وجاء المهندسون كل ستة أشهر."
CHINESE = "灯塔的最后一位看守人于1998年离开。工程师每六个月来一次😀检查灯具。"


def make_topic(user: User, models: Sequence[str], peers: Sequence[str] = (), **settings: str) -> Topic:
    """A topic T1 of a project that the user manages."""
    project = create_project(name="Lighthouses", by=None)
    Project.objects.filter(pk=project.pk).update(**settings)
    project.refresh_from_db()
    add_member(project=project, user=user, role=Membership.Role.MANAGER, by=None)
    topic = create_topic(project=project, key="T1", by=None)
    texts = [NewSummary("model", f"M{n}", text) for n, text in enumerate(models, 1)]
    texts += [NewSummary("peer", f"P{n}", text) for n, text in enumerate(peers, 1)]
    add_summaries(topic=topic, summaries=texts, by=None)
    return topic


def two_models(user: User) -> Topic:
    """Two model summaries of two sentences each."""
    return make_topic(user, [A, B])


def pyramid_of(user: User, topic: Topic) -> str:
    """The address of the user's pyramid of the topic, newly begun."""
    pyramid = start_pyramid(topic=topic, owner=topic.project.memberships.get(user=user))
    return f"/p/{topic.project.slug}/t/{topic.key}/pyramid/{pyramid.owner.name}/"


def released(user: User, topic: Topic, scus: Sequence[tuple[str, Sequence[tuple[int, str]]]]) -> Release:
    """A release of the user's pyramid; an SCU is its label and (number of the model, words of it)."""
    pyramid = start_pyramid(topic=topic, owner=topic.project.memberships.get(user=user))
    models = list(topic.summaries.filter(kind="model").order_by("position"))
    snapshots = [
        ScuSnapshot(
            id=str(uuid4()),
            uid=uid,
            position=float(uid),
            label=label,
            comment="",
            contributors=[_contributor(models[model], words) for model, words in quotes],
        )
        for uid, (label, quotes) in enumerate(scus, 1)
    ]
    fill_pyramid(pyramid=pyramid, scus=snapshots, payload={}, by=user, now=timezone.now())
    pyramid.refresh_from_db()
    return release_pyramid(pyramid=pyramid, by=user, now=timezone.now())


def peer_of(user: User, release: Release) -> str:
    """The address of the user's annotation, newly begun, of the topic's first peer."""
    topic = release.pyramid.topic
    peer = topic.summaries.filter(kind="peer").order_by("position")[0]
    owner = topic.project.memberships.get(user=user)
    start_peer_annotation(summary=peer, release=release, owner=owner)
    return f"/p/{topic.project.slug}/t/{topic.key}/peers/{peer.summarizer}/{owner.name}/"


def _contributor(model: Summary, words: str) -> ContributorSnapshot:
    start = model.text.index(words)
    return {"summary": model.pk, "comment": "", "parts": new_parts([(start, start + len(words))])}
