"""Compares a release with a later release of its pyramid, or with a release of a consensus made from the pyramid."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from annotator.projects.letters import letter_at
from annotator.pyramids.models import MERGE_AND_SPLIT, ReleasedScu
from annotator.work.adjudication.decision_rows import read_decisions
from annotator.work.adjudication.models import ConsensusSource
from annotator.work.edits.history import edits_not_undone
from annotator.work.log.merges import current_item, merged_into, merges_and_splits, split_off, split_pieces
from annotator.work.log.models import Edit
from annotator.work.release_models import Release

Scus = dict[str, ReleasedScu]  # by id (``uuid``)


@dataclass(frozen=True, slots=True)
class Change:
    """A difference between two releases in one SCU. An SCU can have several changes.

    ``change_type``: "added", "deleted", "merged" (into the SCU ``into``), "split" (into ``pieces``), "relabelled",
    "reweighted", "reworded" (same weight, but the contributors differ in text or comment) or "related" (its relations
    differ). ``old``, ``new``: the SCU in each release, or None; after a split, ``new`` is what remains of the SCU.
    ``scu_id``: the SCU's id in the old release; if it was added, its id in the new release.
    """

    change_type: str
    scu_id: str
    old: ReleasedScu | None
    new: ReleasedScu | None
    into: ReleasedScu | None = None
    pieces: tuple[ReleasedScu, ...] = ()


NEEDS_DECISION = ("merged", "split", "deleted")
"""The types of change after which a person must decide whether and where to keep the matches to the SCU."""


@dataclass(frozen=True, slots=True)
class ScuMapping:
    """Maps the SCUs of a release, ``old_scus``, to the SCUs of another release, ``new_scus``.

    ``new_id_by_old_id``: the new id of the same SCU, even if its label or contributors changed. ``merge_target``
    returns the id of the SCU that an old SCU was merged into; ``pieces`` returns the ids of the SCUs split off from an
    old SCU. Both take the old id.
    """

    old_scus: Scus
    new_scus: Scus
    new_id_by_old_id: Mapping[str, str]
    merge_target: Callable[[str], str | None]
    pieces: Callable[[str], tuple[str, ...]]

    @property
    def new_id_by_kept_id(self) -> dict[str, str]:
        """Maps old ids to new ids, for the SCUs whose matches are kept: not merged into another, split or deleted."""
        return {old: new for old, new in self.new_id_by_old_id.items() if not self.pieces(old)}

    def changes(self) -> list[Change]:
        """All changes: of SCUs only in the old release, then of SCUs in the new release, each in list order."""
        old_only = [old_id for old_id in self.old_scus if old_id not in self.new_id_by_old_id]
        changes = [self._removal(old_id, self.old_scus[old_id]) for old_id in old_only]
        old_ids = {new: old for old, new in self.new_id_by_old_id.items()}
        for new_id, scu in self.new_scus.items():
            old_id = old_ids.get(new_id)
            if old_id is None:
                changes.append(Change("added", new_id, None, scu))
                continue
            if pieces := self._piece_scus(old_id):
                changes.append(Change("split", old_id, self.old_scus[old_id], scu, pieces=pieces))
            changes.extend(_content_changes(old_id, self.old_scus[old_id], scu))
        return changes

    def _removal(self, old_id: str, scu: ReleasedScu) -> Change:
        into, pieces = self.new_scus.get(self.merge_target(old_id) or ""), self._piece_scus(old_id)
        change_type = "merged" if into else "split" if pieces else "deleted"
        return Change(change_type, old_id, scu, None, into, pieces)

    def _piece_scus(self, old_id: str) -> tuple[ReleasedScu, ...]:
        return tuple(self.new_scus[piece] for piece in self.pieces(old_id))


def _content_changes(old_id: str, old: ReleasedScu, new: ReleasedScu) -> list[Change]:
    changes = []
    if old.label != new.label:
        changes.append(Change("relabelled", old_id, old, new))
    if old.weight != new.weight:
        changes.append(Change("reweighted", old_id, old, new))
    elif _comparable_contributors(old) != _comparable_contributors(new):
        changes.append(Change("reworded", old_id, old, new))
    # Relations contain ids of SCUs. They cannot be compared with those of a consensus, whose SCUs have other ids.
    if old.uuid == new.uuid and old.relations != new.relations:
        changes.append(Change("related", old_id, old, new))
    return changes


def _comparable_contributors(scu: ReleasedScu) -> Any:
    """The contributors of an SCU for comparison. The order in which they were added does not matter."""
    return sorted(
        (
            contributor["summary"],
            contributor["comment"],
            [(part["start"], part["end"]) for part in contributor["parts"]],
        )
        for contributor in scu.contributors
    )


def scu_mapping(old: Release, new: Release) -> ScuMapping:
    """The mapping from a release to a later one of its pyramid, or to a release of a consensus made from the pyramid.

    Raises ConsensusSource.DoesNotExist for any other release.
    """
    old_scus = {str(scu.uuid): scu for scu in old.scus.all()}
    new_scus = {str(scu.uuid): scu for scu in new.scus.all()}
    if old.pyramid_id == new.pyramid_id:
        return _mapping_within_pyramid(old, new, old_scus, new_scus)
    return _mapping_into_consensus(old, new, old_scus, new_scus)


def changes_between(old: Release, new: Release) -> list[Change]:
    """The changes from the release ``old`` to the release ``new``; `scu_mapping` says which releases it accepts."""
    return scu_mapping(old, new).changes()


def _mapping_within_pyramid(old: Release, new: Release, old_scus: Scus, new_scus: Scus) -> ScuMapping:
    """The mapping to a later release of the same pyramid, from the merges and splits in its log."""
    log = merges_and_splits(new.pyramid_id, MERGE_AND_SPLIT, revision=new.revision)
    merged, splits = merged_into(log, MERGE_AND_SPLIT), _splits_since(log, old)

    def pieces(scu_id: str) -> tuple[str, ...]:
        current = dict.fromkeys(current_item(piece, merged) for piece in split_pieces(scu_id, splits))
        return tuple(piece for piece in current if piece in new_scus and piece != scu_id)

    new_id_by_old_id = {scu_id: scu_id for scu_id in old_scus if scu_id in new_scus}
    return ScuMapping(old_scus, new_scus, new_id_by_old_id, lambda scu_id: current_item(scu_id, merged), pieces)


def _splits_since(log: list[Edit], old: Release) -> dict[str, list[str]]:
    """Maps the id of an SCU that was split after the release to the ids of the new SCUs. Ignores undone splits."""
    released_splits = {
        edit.pk for edit in edits_not_undone([edit for edit in log if edit.revision <= old.revision], "split_scu")
    }
    splits: dict[str, list[str]] = {}
    for edit in edits_not_undone(log, "split_scu"):
        if edit.pk not in released_splits:
            splits.setdefault(edit.payload["scu"], []).append(edit.payload["new_scu"])
    return splits


def _mapping_into_consensus(old: Release, new: Release, old_scus: Scus, new_scus: Scus) -> ScuMapping:
    """The mapping to a release of a consensus, from the decisions of the adjudicators.

    Two SCUs are the same if the new one is the only SCU made from the old one, and was made from no other.
    """
    targets = {
        old_id: _prefer_identical(old_scus[old_id], target_ids, new_scus)
        for old_id, target_ids in _consensus_ids(old, new, old_scus, new_scus).items()
    }
    source_counts = Counter(target for target_ids in targets.values() for target in target_ids)
    only_target = {old_id: target_ids[0] for old_id, target_ids in targets.items() if len(target_ids) == 1}
    return ScuMapping(
        old_scus,
        new_scus,
        new_id_by_old_id={old_id: target for old_id, target in only_target.items() if source_counts[target] == 1},
        merge_target=only_target.get,
        pieces=lambda old_id: tuple(targets[old_id]) if len(targets[old_id]) > 1 else (),
    )


def _prefer_identical(scu: ReleasedScu, target_ids: list[str], new_scus: Scus) -> list[str]:
    """Narrows the targets to the one with the same contributors as the SCU, if exactly one has them."""
    contributors = _comparable_contributors(scu)
    identical = [target for target in target_ids if _comparable_contributors(new_scus[target]) == contributors]
    return identical if len(identical) == 1 else target_ids


def _consensus_ids(old: Release, new: Release, old_scus: Scus, new_scus: Scus) -> dict[str, list[str]]:
    """Maps the id of each SCU of the old release to the ids of the SCUs that decisions created from it."""
    source = ConsensusSource.objects.get(work=new.pyramid_id, source=old.pyramid_id)
    source_letter = letter_at(source.position)  # decisions name the compared pyramids by letters
    created_by_source: dict[str, list[str]] = {}
    for decision in read_decisions(new.pyramid):
        for source_id in decision["sources"].get(source_letter, ()):
            created_by_source.setdefault(source_id, []).extend(decision.get("scus", ()))  # ids of the created SCUs
    log = merges_and_splits(old.pyramid_id, MERGE_AND_SPLIT, revision=source.revision)
    consensus_log = merges_and_splits(new.pyramid_id, MERGE_AND_SPLIT, revision=new.revision)
    merged, splits = merged_into(log, MERGE_AND_SPLIT), _splits_since(log, old)
    consensus_merged = merged_into(consensus_log, MERGE_AND_SPLIT)
    consensus_splits = split_off(consensus_log, MERGE_AND_SPLIT)
    consensus_ids = {}
    for old_id in old_scus:
        # Edits between the release and the adjudication may have merged or split the SCU.
        adjudicated = dict.fromkeys(current_item(piece, merged) for piece in (old_id, *split_pieces(old_id, splits)))
        created = [scu_id for source_id in adjudicated for scu_id in created_by_source.get(source_id, ())]
        # Later edits of the consensus may have merged or split the created SCUs.
        current = dict.fromkeys(
            current_item(piece, consensus_merged)
            for scu_id in created
            for piece in (scu_id, *split_pieces(scu_id, consensus_splits))
        )
        consensus_ids[old_id] = [scu_id for scu_id in current if scu_id in new_scus]
    return consensus_ids
