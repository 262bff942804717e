"""Imports pyramids: creates a live pyramid, which can be edited, and a release with the file's weights and text.

An *anchor* maps offsets in a file's model summary to offsets in the topic's text of this summary.
"""

from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from django.db.models import QuerySet, Sum
from django.db.models.functions import Coalesce

from annotator.duc.compare import differing_uids, is_same_pyramid
from annotator.duc.documents import PyramidDocument, pyramid_to_json
from annotator.duc.live import LiveContributor, live_scus
from annotator.interchange.duc.documents import release_document
from annotator.interchange.duc.report import DucFile
from annotator.interchange.duc.topics import Anchor, anchor_models
from annotator.projects.models import Membership, Topic
from annotator.pyramids.models import KIND, pyramids
from annotator.pyramids.services import fill_pyramid, new_parts, next_release_number, write_released_scus
from annotator.pyramids.verbs.scus import ContributorSnapshot, ScuSnapshot
from annotator.texts.caching import cache_by_bytes
from annotator.texts.errors import FormatError
from annotator.texts.spans import Span
from annotator.work.edits.parts import absorb_all
from annotator.work.log.append import log_event
from annotator.work.models import Work
from annotator.work.release_models import Release


def import_pyramid(*, topic: Topic, owner: Membership, document: PyramidDocument, file: DucFile) -> Release:
    """Create the owner's pyramid of a topic from a document, and its first release.

    Raises FormatError if the owner has a pyramid of this topic already, or if the topic has different texts.
    """
    if pyramids().filter(topic=topic, owner=owner).exists():
        raise FormatError(
            f"{owner.name} has a pyramid of topic “{topic.key}” already; name another owner with --owner."
        )
    anchors = anchor_models(topic=topic, document=document, report=file.report)
    scus, weights = _to_scus(document, anchors, file)
    pyramid = Work.objects.create(kind=KIND, topic=topic, owner=owner)
    add_importer(pyramid.editors, owner=owner, by=file.by)
    payload = {"file": file.name}
    fill_pyramid(pyramid=pyramid, scus=scus, payload=payload, by=file.by, now=file.now)
    report = file.report
    report.scus += len(scus)
    report.contributors += sum(len(scu["contributors"]) for scu in scus)
    report.parts += sum(len(contributor["parts"]) for scu in scus for contributor in scu["contributors"])
    return _create_release(pyramid, document, scus, weights, file)


def import_other_version(*, pyramid: Work, document: PyramidDocument, file: DucFile) -> Release:
    """Create another release of a pyramid from the copy in a ``.pan``; the live pyramid does not change.

    SCUs get the ids of the latest release's SCUs with the same uids, so that peer annotations can be
    carried over to this release.
    """
    latest = pyramid.releases.order_by("-number")[0]
    uids = ", ".join(str(uid) for uid in differing_uids(release_document(latest), document))
    difference = f"SCUs {uids} differ" if uids else "the order of its SCUs or its text differs"
    file.add_note(f"its pyramid is not release {latest.number} of {pyramid.owner.name}: {difference}")
    anchors = anchor_models(topic=pyramid.topic, document=document, report=file.report)
    ids = {uid: str(uuid) for uid, uuid in latest.scus.values_list("uid", "uuid")}
    scus, weights = _to_scus(document, anchors, file, ids)
    return _create_release(pyramid, document, scus, weights, file)


def anchored_span(anchor: Anchor, part: Span, uid: int | None, file: DucFile) -> tuple[int, int]:
    """The span of a part in the topic's text. Adds a note if the file has another span. Raises FormatError."""
    start, end = anchor.span_in_topic(part.start, part.end)
    if (start, end) != (part.start, part.end):
        name = anchor.summary.summarizer
        file.add_note(f"part [{part.start}, {part.end}) of {name} was re-anchored to [{start}, {end})", uid)
    return start, end


def add_importer(editors: Any, *, owner: Membership, by: User | None) -> None:
    """Make the importing user an editor if the owner has no account and so cannot edit.

    ``editors``: the related manager ``Work.editors`` of the imported work.
    """
    if by is not None and owner.user_id is None:
        editors.set(Membership.objects.filter(project=owner.project_id, user=by))


def find_release(topics: list[Topic], document: PyramidDocument) -> Release | None:
    """The oldest release of these topics that has exactly the document's content; None if no release has it."""
    # In a file, the weight of an SCU is the number of its contributors.
    contributor_count = sum(len(scu.contributors) for scu in document.scus)
    releases = _releases(topics).annotate(contributor_count=Coalesce(Sum("scus__weight"), 0))
    for release in releases.filter(model_count=len(document.models), contributor_count=contributor_count):
        if is_same_pyramid(cached_document(release.pk), document):
            return release
    return None


def nearest_pyramid(topic: Topic, document: PyramidDocument) -> Work | None:
    """The topic's pyramid with the release that differs least from a document; None if the topic has no release."""
    ranked = sorted(_releases([topic]), key=lambda release: len(differing_uids(cached_document(release.pk), document)))
    return ranked[0].pyramid if ranked else None


def _releases(topics: list[Topic]) -> QuerySet[Release]:
    """The releases of topics, the oldest first, without their documents: see `cached_document`."""
    releases = Release.objects.filter(pyramid__topic__in=topics).defer("document")
    return releases.select_related("pyramid__topic", "pyramid__owner").order_by("created_at", "pk")


@cache_by_bytes(128 * 1024**2)
def cached_document(release_id: int) -> PyramidDocument:
    """A release's document. Cached, because releases never change and each imported peer is compared with them."""
    return release_document(Release.objects.select_related("pyramid").get(pk=release_id))


def _to_scus(
    document: PyramidDocument, anchors: list[Anchor], file: DucFile, ids: dict[int, str] | None = None
) -> tuple[list[ScuSnapshot], dict[str, int]]:
    """Returns the SCUs of a file, with offsets in the topic's texts, and their weights in DUCView by SCU id.

    ``ids``: the existing ids of SCUs that keep their id, by uid. Other SCUs get new ids.
    """
    scus, repairs = live_scus(document)
    for repair in repairs:
        file.add_repair(repair)
    new_scus: list[ScuSnapshot] = []
    weights = {}
    for position, scu in enumerate(scus, start=1):
        scu_id = (ids or {}).get(scu.uid) or str(uuid4())
        weights[scu_id] = scu.file_weight
        new_scus.append(
            {
                "id": scu_id,
                "uid": scu.uid,
                "position": float(position),
                "label": scu.label,
                "comment": scu.comment,
                "contributors": [_to_contributor(scu.uid, item, anchors, file) for item in scu.contributors],
            }
        )
    return new_scus, weights


def _to_contributor(
    uid: int, contributor: LiveContributor, anchors: list[Anchor], file: DucFile
) -> ContributorSnapshot:
    anchor = anchors[contributor.model]
    spans = [anchored_span(anchor, part, uid, file) for part in contributor.parts]
    parts = absorb_all([], new_parts(spans))  # joins overlapping parts
    return {"summary": anchor.summary.pk, "comment": contributor.comment, "parts": parts}


def _create_release(
    pyramid: Work, document: PyramidDocument, scus: list[ScuSnapshot], weights: dict[str, int], file: DucFile
) -> Release:
    pyramid = pyramids().select_for_update().get(pk=pyramid.pk)
    latest = pyramid.releases.order_by("-number").first()
    number = next_release_number(latest)
    revision = log_event(
        pyramid.pk,
        revision=pyramid.revision,
        verb="release",
        payload={"number": number, "file": file.name},
        by=file.by,
        now=file.now,
        # The file may have greater uids than the live pyramid; SCUs created later must not get the same ones.
        columns={"next_uid": max(pyramid.next_uid, *(scu["uid"] + 1 for scu in scus), 1)},
    )
    release = Release.objects.create(
        pyramid=pyramid,
        number=number,
        revision=revision,
        created_by=file.by,
        model_count=len(document.models),
        weight_source=Release.WeightSource.FILE,
        file_name=file.name,
        document=pyramid_to_json(document),
    )
    write_released_scus(release, scus, weights=weights)
    return release
