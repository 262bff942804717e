"""What became of the SCUs of a release in a later one of its pyramid, or in one of a consensus made from it."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from annotator.projects.models import letter
from annotator.pyramids.models import MERGE_AND_SPLIT, ReleasedScu
from annotator.work.adjudication.decision_rows import read_decisions
from annotator.work.adjudication.models import ConsensusSource
from annotator.work.edits.history import standing
from annotator.work.log.merges import current_item, merged_into, merges_and_splits, split_off, split_pieces
from annotator.work.log.models import Edit
from annotator.work.models import Release

Scus = dict[str, ReleasedScu]


@dataclass(frozen=True, slots=True)
class Change:
    """What became of an SCU between two releases. One SCU can have several changes.

    ``kind``: "added", "deleted", "merged" (into ``into``), "split" (``pieces``: the SCUs with its parts), "relabelled",
    "reweighted" or "reworded" (other contributors, same weight).
    """

    kind: str
    scu: str
    old: ReleasedScu | None
    new: ReleasedScu | None
    into: ReleasedScu | None = None
    pieces: tuple[ReleasedScu, ...] = ()


NEEDS_DECISION = ("merged", "split", "deleted")
"""The kinds of change after which a person must decide what a match to the SCU becomes."""


@dataclass(frozen=True, slots=True)
class ScuMapping:
    """From the SCUs ``before`` to the SCUs ``after``, both by id.

    ``same``: from old id to new id of the same SCU, even if its label and contributors changed. For the others,
    ``into`` (merged) or ``pieces`` (split; the SCU itself may remain) say where they went.
    """

    before: Scus
    after: Scus
    same: Mapping[str, str]
    into: Callable[[str], str | None]
    pieces: Callable[[str], tuple[str, ...]]

    @property
    def whole(self) -> dict[str, str]:
        """From old id to new id, for SCUs that were neither merged nor split."""
        return {old: new for old, new in self.same.items() if not self.pieces(old)}

    def changes(self) -> list[Change]:
        """All changes in list order, those of deleted and merged SCUs first."""
        changes = [self._removal(key, scu) for key, scu in self.before.items() if key not in self.same]
        old_ids = {new: old for old, new in self.same.items()}
        for key, scu in self.after.items():
            old = old_ids.get(key)
            if old is None:
                changes.append(Change("added", key, None, scu))
                continue
            if pieces := self._pieces(old):
                changes.append(Change("split", old, self.before[old], scu, pieces=pieces))
            changes.extend(_content_changes(old, self.before[old], scu))
        return changes

    def _removal(self, key: str, scu: ReleasedScu) -> Change:
        into, pieces = self.after.get(self.into(key) or ""), self._pieces(key)
        kind = "merged" if into else "split" if pieces else "deleted"
        return Change(kind, key, scu, None, into, pieces)

    def _pieces(self, key: str) -> tuple[ReleasedScu, ...]:
        return tuple(self.after[piece] for piece in self.pieces(key))


def _content_changes(key: str, old: ReleasedScu, new: ReleasedScu) -> list[Change]:
    changes = []
    if old.label != new.label:
        changes.append(Change("relabelled", key, old, new))
    if old.weight != new.weight:
        changes.append(Change("reweighted", key, old, new))
    elif _contributors(old) != _contributors(new):
        changes.append(Change("reworded", key, old, new))
    return changes


def _contributors(scu: ReleasedScu) -> Any:
    """The contributors of an SCU, in an order that does not depend on when they were added."""
    return sorted(
        (
            contributor["summary"],
            contributor["comment"],
            [(part["start"], part["end"]) for part in contributor["parts"]],
        )
        for contributor in scu.contributors
    )


def scu_mapping(old: Release, new: Release) -> ScuMapping:
    """The mapping from a release to a later one of its pyramid, or to one of a consensus made from its pyramid.

    Raises ConsensusSource.DoesNotExist for other releases.
    """
    before = {str(scu.uuid): scu for scu in old.scus.all()}
    after = {str(scu.uuid): scu for scu in new.scus.all()}
    if old.pyramid_id == new.pyramid_id:
        return _within_pyramid(old, new, before, after)
    return _into_consensus(old, new, before, after)


def changes(old: Release, new: Release) -> list[Change]:
    """What changed from one release to another; see :func:`scu_mapping`."""
    return scu_mapping(old, new).changes()


def _within_pyramid(old: Release, new: Release, before: Scus, after: Scus) -> ScuMapping:
    log = merges_and_splits(new.pyramid_id, MERGE_AND_SPLIT, revision=new.revision)
    merged, splits = merged_into(log, MERGE_AND_SPLIT), _splits_since(log, old)

    def pieces(key: str) -> tuple[str, ...]:
        places = dict.fromkeys(current_item(piece, merged) for piece in split_pieces(key, splits))
        return tuple(place for place in places if place in after and place != key)

    same = {key: key for key in before if key in after}
    return ScuMapping(before, after, same, lambda key: current_item(key, merged), pieces)


def _splits_since(log: list[Edit], old: Release) -> dict[str, list[str]]:
    """The pieces of each SCU that was split after a release, without splits that were undone."""
    before = {edit.pk for edit in standing([edit for edit in log if edit.revision <= old.revision], "split_scu")}
    splits: dict[str, list[str]] = {}
    for edit in standing(log, "split_scu"):
        if edit.pk not in before:
            splits.setdefault(edit.payload["scu"], []).append(edit.payload["new_scu"])
    return splits


def _into_consensus(old: Release, new: Release, before: Scus, after: Scus) -> ScuMapping:
    places = {
        key: _prefer_identical(before[key], keys, after)
        for key, keys in _places_in_consensus(old, new, before, after).items()
    }
    times = Counter(place for keys in places.values() for place in keys)
    single = {key: keys[0] for key, keys in places.items() if len(keys) == 1}
    return ScuMapping(
        before,
        after,
        {key: place for key, place in single.items() if times[place] == 1},
        single.get,
        lambda key: tuple(places[key]) if len(places[key]) > 1 else (),
    )


def _prefer_identical(scu: ReleasedScu, places: list[str], after: Scus) -> list[str]:
    """The one place with exactly the same contributors, if there is one; else all places."""
    identical = [place for place in places if _contributors(after[place]) == _contributors(scu)]
    return identical if len(identical) == 1 else places


def _places_in_consensus(old: Release, new: Release, before: Scus, after: Scus) -> dict[str, list[str]]:
    """By SCU of the release, the SCUs of the consensus that its decisions made from it."""
    source = ConsensusSource.objects.get(work=new.pyramid_id, source=old.pyramid_id)
    decided: dict[str, list[str]] = {}
    for image in read_decisions(new.pyramid):
        for scu in image["sources"].get(letter(source.position), ()):
            decided.setdefault(scu, []).extend(image.get("scus", ()))
    log = merges_and_splits(old.pyramid_id, MERGE_AND_SPLIT, revision=source.revision)
    consensus_log = merges_and_splits(new.pyramid_id, MERGE_AND_SPLIT, revision=new.revision)
    merged, splits = merged_into(log, MERGE_AND_SPLIT), _splits_since(log, old)
    consensus_merged, consensus_splits = (
        merged_into(consensus_log, MERGE_AND_SPLIT),
        split_off(consensus_log, MERGE_AND_SPLIT),
    )
    places = {}
    for key in before:
        adjudicated = dict.fromkeys(current_item(piece, merged) for piece in (key, *split_pieces(key, splits)))
        created = [scu for source_scu in adjudicated for scu in decided.get(source_scu, ())]
        moved = dict.fromkeys(
            current_item(piece, consensus_merged)
            for scu in created
            for piece in (scu, *split_pieces(scu, consensus_splits))
        )
        places[key] = [place for place in moved if place in after]
    return places
