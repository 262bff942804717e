"""Releases of a pyramid: what bars one, making it, and what changed between two."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from annotator.models import Edit, Pyramid, Release, ReleasedScu, Summary
from annotator.permissions import check_release
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


def barrier_sentences(images: list[ScuImage], *, models: int) -> list[str]:
    """The same as sentences that name the SCUs."""
    return [f"SCU {b.uid} {b.reason}" if b.uid else b.reason for b in barriers(images, models=models)]


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
    if reasons := barrier_sentences(images, models=models):
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
    log = _log_of_moves(new)
    merged = {scu: edit.payload["into"] for edit in _standing(log, "merge_scus") for scu in edit.payload["scus"]}
    splits = _splits_since(log, old)

    def pieces_of(key: str) -> tuple[ReleasedScu, ...]:
        places = dict.fromkeys(_last_place(piece, merged) for piece in _pieces(key, splits))
        return tuple(after[place] for place in places if place in after and place != key)

    found = []
    for key, scu in before.items():
        if key not in after:
            into, pieces = after.get(_last_place(key, merged)), pieces_of(key)
            kind = "merged" if into else "split" if pieces else "deleted"
            found.append(Change(kind, key, scu, None, into, pieces))
    for key, scu in after.items():
        if key in before and (pieces := pieces_of(key)):
            found.append(Change("split", key, before[key], scu, pieces=pieces))
        found.extend(_scu_changes(key, before.get(key), scu))
    return found


def _log_of_moves(new: Release) -> list[Edit]:
    """The merges, splits, undos and redos of a pyramid up to a release."""
    verbs = ["merge_scus", "split_scu", "undo", "redo"]
    edits = Edit.objects.filter(pyramid=new.pyramid_id, verb__in=verbs, revision__lte=new.revision)
    return list(edits.only("pyramid", "group", "verb", "payload", "revision").order_by("revision"))


def _standing(log: list[Edit], verb: str) -> list[Edit]:
    """The edits of a verb that were not undone, or were redone."""
    undone = set()
    for edit in log:
        if edit.verb == "undo":
            undone.add(edit.payload["group"])
        elif edit.verb == "redo":
            undone.discard(edit.payload["group"])
    return [edit for edit in log if edit.verb == verb and str(edit.group) not in undone]


def _splits_since(log: list[Edit], old: Release) -> dict[str, list[str]]:
    """Each SCU that was split, with those made of its parts: the splits that stand now and not at a release."""
    before = {edit.pk for edit in _standing([edit for edit in log if edit.revision <= old.revision], "split_scu")}
    splits: dict[str, list[str]] = {}
    for edit in _standing(log, "split_scu"):
        if edit.pk not in before:
            splits.setdefault(edit.payload["scu"], []).append(edit.payload["new_scu"])
    return splits


def _pieces(key: str, splits: dict[str, list[str]]) -> list[str]:
    """The SCUs made of an SCU's parts, those made of theirs with them."""
    found: list[str] = []
    for piece in splits.get(key, ()):
        found += [piece, *_pieces(piece, splits)]
    return found


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
