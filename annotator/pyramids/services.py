"""Beginning a pyramid, and releasing it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from annotator.projects.models import Membership, Summary, Topic
from annotator.projects.permissions import check_annotate
from annotator.pyramids.models import KIND, ReleasedScu
from annotator.pyramids.store import read_images
from annotator.pyramids.verbs.scus import ScuImage
from annotator.web.refusals import ServiceRefused
from annotator.work.adjudication.sources import undecided
from annotator.work.edits.decisions import undecided_sentence
from annotator.work.log.events import log_event
from annotator.work.log.locking import lock
from annotator.work.log.models import Edit
from annotator.work.models import Release, Work
from annotator.work.states.permissions import check_release


def start_pyramid(*, topic: Topic, owner: Membership) -> Work:
    """The member's own pyramid of a topic; made if there is none. Raises NotAllowed for a viewer."""
    check_annotate(owner.role)
    if not topic.summaries.models_of_topics().exists():
        raise ServiceRefused("Add the model summaries first: a pyramid is built from them.")
    pyramid, _ = Work.objects.get_or_create(kind=KIND, topic=topic, owner=owner)
    return pyramid


@dataclass(frozen=True, slots=True)
class Barrier:
    """What bars a release: an SCU (or, without ``uid``, the pyramid itself) and the reason."""

    uid: int | None
    scu: str | None
    reason: str


def barriers(images: list[ScuImage], *, models: int, undecided: int = 0) -> list[Barrier]:
    """What stands in the way of releasing these SCUs; an SCU needs a label and a contributor.

    ``undecided``: how many differences of a consensus wait for a decision.
    """
    found = []
    if undecided:
        found.append(Barrier(None, None, undecided_sentence(undecided)))
    if not models:
        found.append(Barrier(None, None, "The topic has no model summaries."))
    if not images:
        found.append(Barrier(None, None, "The pyramid has no SCUs."))
    for image in images:
        if not image["label"].strip():
            found.append(Barrier(image["uid"], image["id"], "has no label."))
        if not image["contributors"]:
            found.append(Barrier(image["uid"], image["id"], "has no contributor."))
    return found


def barrier_sentences(images: list[ScuImage], *, models: int, undecided: int = 0) -> list[str]:
    """The same as sentences that name the SCUs."""
    found = barriers(images, models=models, undecided=undecided)
    return [f"SCU {b.uid} {b.reason}" if b.uid else b.reason for b in found]


def edited_since(pyramid: Work, release: Release) -> bool:
    """Whether anything but the state of a pyramid has changed since a release of it. One statement."""
    turns = Edit.objects.filter(work=pyramid.pk, revision__gt=release.revision).of_states()
    return pyramid.revision - release.revision > turns.count()


@transaction.atomic
def release_pyramid(*, pyramid: Work, by: User, now: datetime) -> Release:
    """Make the next release of a pyramid from what stands.

    Raises Work.DoesNotExist, NotAllowed, or ServiceRefused with everything that bars the release.
    """
    locked = lock(pyramid.pk, kind=pyramid.of, user=by)
    check_release(locked.standing)
    latest = pyramid.releases.order_by("-number").first()
    pyramid.revision = locked.revision
    if latest and not edited_since(pyramid, latest):
        raise ServiceRefused(f"Nothing has changed since release {latest.number}.")
    images = read_images(pyramid.pk)
    models = Summary.objects.filter(topic=pyramid.topic_id, kind=Summary.Kind.MODEL).count()
    if reasons := barrier_sentences(images, models=models, undecided=undecided(pyramid)):
        raise ServiceRefused(*reasons)
    number = latest.number + 1 if latest else 1
    revision = log_event(
        pyramid.pk, revision=locked.revision, verb="release", payload={"number": number}, by=by, now=now
    )
    release = Release.objects.create(
        pyramid=pyramid,
        number=number,
        revision=revision,
        created_by=by,
        model_count=models,
    )
    freeze(release, images, weights={image["id"]: len(image["contributors"]) for image in images})
    return release


def freeze(release: Release, images: list[ScuImage], *, weights: dict[str, int]) -> None:
    """Write the SCUs of a release from live images, with the weights given by id."""
    ReleasedScu.objects.bulk_create(
        ReleasedScu(
            release=release,
            uuid=image["id"],
            uid=image["uid"],
            position=image["position"],
            label=image["label"],
            comment=image["comment"],
            weight=weights[image["id"]],
            contributors=_without_ids(image),
        )
        for image in images
    )


def _without_ids(image: ScuImage) -> list[dict[str, Any]]:
    return [
        {
            "summary": contributor["summary"],
            "comment": contributor["comment"],
            "parts": [{"start": part["start"], "end": part["end"]} for part in contributor["parts"]],
        }
        for contributor in image["contributors"]
    ]
