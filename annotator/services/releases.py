"""Releases of a pyramid: what bars one, making it, and what changed between two."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from annotator.models import Edit, Pyramid, Release, ReleasedScu, Summary
from annotator.permissions import check_edit
from annotator.reducers.pyramid import ScuImage
from annotator.services.events import log_event
from annotator.services.pyramid_store import PyramidStore, read_images
from annotator.services.refused import ServiceRefused


@dataclass(frozen=True, slots=True)
class Barrier:
    """What bars a release: an SCU (or, without ``uid``, the pyramid itself) and the reason."""

    uid: int | None
    scu: str | None
    reason: str


def barriers(images: list[ScuImage], *, models: int) -> list[Barrier]:
    """What stands in the way of releasing these SCUs; an SCU needs a label and a contributor."""
    found = []
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


@transaction.atomic
def release_pyramid(*, pyramid: Pyramid, by: User, now: datetime) -> Release:
    """Make the next release of a pyramid from what stands.

    Raises Pyramid.DoesNotExist, NotAllowed, or ServiceRefused with everything that bars the release.
    """
    store = PyramidStore.lock(pyramid=pyramid.pk, user=by)
    check_edit(store.locked.role, is_editor=store.locked.is_editor)
    latest = pyramid.releases.order_by("-number").first()
    if latest and latest.revision == store.locked.revision:
        raise ServiceRefused(f"Nothing has changed since release {latest.number}.")
    images = read_images(pyramid.pk)
    models = Summary.objects.filter(topic=pyramid.topic_id, kind=Summary.Kind.MODEL).count()
    reasons = [f"SCU {b.uid} {b.reason}" if b.uid else b.reason for b in barriers(images, models=models)]
    if reasons:
        raise ServiceRefused(*reasons)
    number = latest.number + 1 if latest else 1
    revision = log_event(
        store.locked.target, revision=store.locked.revision, verb="release", payload={"number": number}, by=by, now=now
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


@dataclass(frozen=True, slots=True)
class Change:
    """What became of an SCU between two releases.

    ``kind``: "added", "deleted", "merged" (into ``into``), "relabelled", "reweighted" or "reworded" (other contributors
    of the same weight). One SCU can have several.
    """

    kind: str
    scu: str
    old: ReleasedScu | None
    new: ReleasedScu | None
    into: ReleasedScu | None = None


def changes(old: Release, new: Release) -> list[Change]:
    """What changed from one release of a pyramid to a later one, in list order, deletions first."""
    before = {str(scu.uuid): scu for scu in old.scus.all()}
    after = {str(scu.uuid): scu for scu in new.scus.all()}
    merged = _merges(new)
    found = []
    for key, scu in before.items():
        if key not in after:
            into = after.get(_last_place(key, merged))
            found.append(Change("merged" if into else "deleted", key, scu, None, into))
    for key, scu in after.items():
        found.extend(_scu_changes(key, before.get(key), scu))
    return found


def _merges(new: Release) -> dict[str, str]:
    """Each SCU that a merge which stands at a release took away, with the one it went into."""
    edits = Edit.objects.filter(
        pyramid=new.pyramid_id, verb__in=["merge_scus", "undo", "redo"], revision__lte=new.revision
    ).only("pyramid", "group", "verb", "payload", "revision")
    merges, undone = [], set()
    for edit in edits.order_by("revision"):
        if edit.verb == "merge_scus":
            merges.append(edit)
        elif edit.verb == "undo":
            undone.add(edit.payload["group"])
        else:
            undone.discard(edit.payload["group"])
    standing = [edit for edit in merges if str(edit.group) not in undone]
    return {scu: edit.payload["into"] for edit in standing for scu in edit.payload["scus"]}


def _last_place(key: str, merged: dict[str, str]) -> str:
    seen = {key}
    while key in merged and merged[key] not in seen:
        key = merged[key]
        seen.add(key)
    return key


def _scu_changes(key: str, old: ReleasedScu | None, new: ReleasedScu) -> list[Change]:
    if old is None:
        return [Change("added", key, None, new)]
    found = []
    if old.label != new.label:
        found.append(Change("relabelled", key, old, new))
    if old.weight != new.weight:
        found.append(Change("reweighted", key, old, new))
    elif old.contributors != new.contributors:
        found.append(Change("reworded", key, old, new))
    return found
