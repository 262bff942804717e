"""A topic with finished pyramids of several annotators, as tests of differences and adjudication need it."""

from typing import Any

from django.utils import timezone

from annotator.matching.services import fill_peer_annotation
from annotator.projects.models import Membership, Project, Topic
from annotator.pyramids.services import fill_pyramid
from annotator.texts.segmentation import segment
from annotator.work.models import Work
from tests import factories

TEXTS = (
    "The old lamp went out on Monday. Nobody saw the keeper leave.",
    "On Monday the lamp failed. The keeper had left by boat. Fog closed the harbour.",
)


def words(topic: Topic, summary: int, first: int, last: int) -> tuple[int, int, int]:
    """A part of a model: the summary's key and the bounds from its word ``first`` to ``last``, counted from 0."""
    row = topic.summaries.model_summaries()[summary]
    return row.pk, row.words[2 * first], row.words[2 * last + 1]


def make_texts(project: Project, key: str = "D1") -> Topic:
    """A topic of two models and a peer, cut into words."""
    topic = factories.make_topic(project, key, title="The lamp")
    for text in TEXTS:
        cut = segment(text)
        factories.make_summary(topic, text=text, words=cut.words, sentences=cut.sentences)
    cut = segment(TEXTS[1])
    factories.make_summary(topic, "peer", text=TEXTS[1], words=cut.words, sentences=cut.sentences, summarizer="7")
    return topic


def scu(number: int, label: str, *parts: tuple[int, int, int]) -> dict[str, Any]:
    """The snapshot of an SCU with these parts."""
    contributors: dict[int, list[dict[str, Any]]] = {}
    for at, (summary, start, end) in enumerate(parts):
        part = {"id": factories.client_id(factories.PART_IDS, number * 100 + at), "start": start, "end": end}
        contributors.setdefault(summary, []).append(part)
    made = [{"summary": summary, "comment": "", "parts": several} for summary, several in contributors.items()]
    return {**factories.scu_snapshot(number, label=label), "contributors": made}


def make_work(topic: Topic, owner: Membership, scus: list[dict[str, Any]], *, state: str = "submitted") -> Work:
    """An owner's pyramid with its log."""
    pyramid = Work.objects.create(kind="pyramid", topic=topic, owner=owner, state=state)
    snapshots: Any = scus
    fill_pyramid(pyramid=pyramid, scus=snapshots, payload={}, by=owner.user, now=timezone.now())
    pyramid.refresh_from_db()
    return pyramid


def two_pyramids(topic: Topic, *owners: Membership) -> list[Work]:
    """Two finished pyramids: the same SCU, one of another extent, one that is split, another label, one A alone has."""
    lamp = (words(topic, 0, 0, 6), words(topic, 1, 0, 4))
    keeper, left = words(topic, 0, 7, 11), words(topic, 1, 5, 10)
    fog = words(topic, 1, 11, 14)
    a = [
        scu(1, "The lamp went out", *lamp),
        scu(2, "The keeper left", keeper, left),
        scu(3, "Fog closed the harbour", fog),
    ]
    b = [
        scu(1, "The lamp went out", *lamp),
        scu(2, "The keeper left unseen", keeper),
        scu(3, "The keeper went by boat", left),
    ]
    return [make_work(topic, owner, scus) for owner, scus in zip(owners, (a, b), strict=True)]


def two_matchings(topic: Topic, release: Any, *owners: Membership) -> list[Work]:
    """Two finished matchings of the peer "7": one unit the same, one matched to another SCU, one that B alone has."""
    peer = topic.summaries.get(summarizer="7")
    scus = [str(one.uuid) for one in release.scus.all()]

    def unit(number: int, matched: str | None, first: int, last: int) -> dict[str, Any]:
        span = {"start": peer.words[2 * first], "end": peer.words[2 * last + 1]}
        part = {"id": factories.client_id(factories.PART_IDS, number), **span}
        own = {"id": factories.client_id(factories.UNIT_IDS, number), "position": number, "comment": ""}
        return {**own, "scu": matched, "parts": [part]}

    found = []
    for owner, units in zip(
        owners,
        (
            [unit(1, scus[0], 0, 4), unit(2, scus[1], 5, 10)],
            [unit(1, scus[0], 0, 4), unit(2, None, 5, 10), unit(3, scus[2], 11, 14)],
        ),
        strict=True,
    ):
        annotation = Work.objects.create(kind="match", topic=topic, summary=peer, owner=owner, release=release)
        snapshots: Any = units
        fill_peer_annotation(
            annotation=annotation,
            units=snapshots,
            verb="import",
            payload={},
            by=owner.user,
            now=timezone.now(),
            state="submitted",
        )
        annotation.refresh_from_db()
        found.append(annotation)
    return found
