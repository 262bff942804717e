"""Releases of a pyramid: what bars one, making it, and what changed between two."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from annotator.models import Edit, Pyramid, Release, ReleasedScu, Summary
from annotator.permissions import check_release
from annotator.reducers.pyramid import ScuImage
from annotator.services.consensus_sources import undecided, undecided_said
from annotator.services.events import log_event
from annotator.services.moves import last_place, log_of_moves, merged_into, split_pieces, standing
from annotator.services.pyramid_store import PyramidStore, read_images
from annotator.services.refused import ServiceRefused


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
        found.append(Barrier(None, None, undecided_said(undecided)))
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


@transaction.atomic
def release_pyramid(*, pyramid: Pyramid, by: User, now: datetime) -> Release:
    """Make the next release of a pyramid from what stands.

    Raises Pyramid.DoesNotExist, NotAllowed, or ServiceRefused with everything that bars the release.
    """
    store = PyramidStore.lock(pyramid=pyramid.pk, user=by)
    check_release(store.locked.standing)
    latest = pyramid.releases.order_by("-number").first()
    if latest and latest.revision == store.locked.revision:
        raise ServiceRefused(f"Nothing has changed since release {latest.number}.")
    images = read_images(pyramid.pk)
    models = Summary.objects.filter(topic=pyramid.topic_id, kind=Summary.Kind.MODEL).count()
    if reasons := barrier_sentences(images, models=models, undecided=undecided(pyramid)):
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

    ``kind``: "added", "deleted", "merged" (into ``into``), "split" (``pieces``: where its parts are), "relabelled",
    "reweighted" or "reworded" (other contributors of the same weight). One SCU can have several.
    """

    kind: str
    scu: str
    old: ReleasedScu | None
    new: ReleasedScu | None
    into: ReleasedScu | None = None
    pieces: tuple[ReleasedScu, ...] = ()


def changes(old: Release, new: Release) -> list[Change]:
    """What changed from one release of a pyramid to a later one, in list order, deletions first. Three statements."""
    before = {str(scu.uuid): scu for scu in old.scus.all()}
    after = {str(scu.uuid): scu for scu in new.scus.all()}
    log = log_of_moves(new.pyramid_id, revision=new.revision)
    merged = merged_into(log)
    splits = _splits_since(log, old)

    def pieces_of(key: str) -> tuple[ReleasedScu, ...]:
        places = dict.fromkeys(last_place(piece, merged) for piece in split_pieces(key, splits))
        return tuple(after[place] for place in places if place in after and place != key)

    found = []
    for key, scu in before.items():
        if key not in after:
            into, pieces = after.get(last_place(key, merged)), pieces_of(key)
            kind = "merged" if into else "split" if pieces else "deleted"
            found.append(Change(kind, key, scu, None, into, pieces))
    for key, scu in after.items():
        if key in before and (pieces := pieces_of(key)):
            found.append(Change("split", key, before[key], scu, pieces=pieces))
        found.extend(_scu_changes(key, before.get(key), scu))
    return found


def _splits_since(log: list[Edit], old: Release) -> dict[str, list[str]]:
    """Each SCU that was split, with those made of its parts: the splits that stand now and not at a release."""
    before = {edit.pk for edit in standing([edit for edit in log if edit.revision <= old.revision], "split_scu")}
    splits: dict[str, list[str]] = {}
    for edit in standing(log, "split_scu"):
        if edit.pk not in before:
            splits.setdefault(edit.payload["scu"], []).append(edit.payload["new_scu"])
    return splits


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
