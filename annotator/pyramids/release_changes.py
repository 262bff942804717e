"""What became of the SCUs of a release in another: a later one of its pyramid, or one of a consensus made of that."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from annotator.projects.models import letter
from annotator.pyramids.models import MOVES, ReleasedScu
from annotator.work.adjudication.decision_rows import read_decisions
from annotator.work.adjudication.models import ConsensusSource
from annotator.work.edits.history import standing
from annotator.work.log.models import Edit
from annotator.work.log.moves import last_place, log_of_moves, merged_into, split_off, split_pieces
from annotator.work.models import Release

Scus = dict[str, ReleasedScu]


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


LOST = ("merged", "split", "deleted")
"""The kinds of change after which nobody but a person can say what a match to the SCU is to be."""


@dataclass(frozen=True, slots=True)
class Passage:
    """From the SCUs ``before`` to those ``after``, both by id.

    ``same``: by id of an old one that of the new one that it is, whatever its label and contributors; the others are
    where ``into`` (merged) or ``pieces`` (split; also of one that still stands) say, or nowhere.
    """

    before: Scus
    after: Scus
    same: Mapping[str, str]
    into: Callable[[str], str | None]
    pieces: Callable[[str], tuple[str, ...]]

    @property
    def kept(self) -> dict[str, str]:
        """The old SCUs that are whole and by themselves in the new release, with what they are there."""
        return {old: new for old, new in self.same.items() if not self.pieces(old)}

    def changes(self) -> list[Change]:
        """All changes in list order, those to what is gone first."""
        found = [self._lost(key, scu) for key, scu in self.before.items() if key not in self.same]
        origins = {new: old for old, new in self.same.items()}
        for key, scu in self.after.items():
            old = origins.get(key)
            if old is None:
                found.append(Change("added", key, None, scu))
                continue
            if pieces := self._pieces(old):
                found.append(Change("split", old, self.before[old], scu, pieces=pieces))
            found.extend(_reworked(old, self.before[old], scu))
        return found

    def _lost(self, key: str, scu: ReleasedScu) -> Change:
        into, pieces = self.after.get(self.into(key) or ""), self._pieces(key)
        kind = "merged" if into else "split" if pieces else "deleted"
        return Change(kind, key, scu, None, into, pieces)

    def _pieces(self, key: str) -> tuple[ReleasedScu, ...]:
        return tuple(self.after[piece] for piece in self.pieces(key))


def _reworked(key: str, old: ReleasedScu, new: ReleasedScu) -> list[Change]:
    found = []
    if old.label != new.label:
        found.append(Change("relabelled", key, old, new))
    if old.weight != new.weight:
        found.append(Change("reweighted", key, old, new))
    elif _said(old) != _said(new):
        found.append(Change("reworded", key, old, new))
    return found


def _said(scu: ReleasedScu) -> Any:
    """The contributors of an SCU, whatever their order."""
    return sorted(
        (one["summary"], one["comment"], [(part["start"], part["end"]) for part in one["parts"]])
        for one in scu.contributors
    )


def passage(old: Release, new: Release) -> Passage:
    """The way of the SCUs from a release to a later one of its pyramid, or to one of a consensus made of its pyramid.

    Three statements for the same pyramid, six for a consensus. Raises ConsensusSource.DoesNotExist for other releases.
    """
    before = {str(scu.uuid): scu for scu in old.scus.all()}
    after = {str(scu.uuid): scu for scu in new.scus.all()}
    if old.pyramid_id == new.pyramid_id:
        return _within(old, new, before, after)
    return _into_consensus(old, new, before, after)


def changes(old: Release, new: Release) -> list[Change]:
    """What changed from one release to another; see :func:`passage`."""
    return passage(old, new).changes()


def _within(old: Release, new: Release, before: Scus, after: Scus) -> Passage:
    log = log_of_moves(new.pyramid_id, MOVES, revision=new.revision)
    merged, splits = merged_into(log, MOVES), _splits_since(log, old)

    def pieces(key: str) -> tuple[str, ...]:
        places = dict.fromkeys(last_place(piece, merged) for piece in split_pieces(key, splits))
        return tuple(place for place in places if place in after and place != key)

    same = {key: key for key in before if key in after}
    return Passage(before, after, same, lambda key: last_place(key, merged), pieces)


def _splits_since(log: list[Edit], old: Release) -> dict[str, list[str]]:
    """Each SCU that was split, with those made of its parts: the splits that stand now and not at a release."""
    before = {edit.pk for edit in standing([edit for edit in log if edit.revision <= old.revision], "split_scu")}
    splits: dict[str, list[str]] = {}
    for edit in standing(log, "split_scu"):
        if edit.pk not in before:
            splits.setdefault(edit.payload["scu"], []).append(edit.payload["new_scu"])
    return splits


def _into_consensus(old: Release, new: Release, before: Scus, after: Scus) -> Passage:
    places = {key: _alike(before[key], found, after) for key, found in _places(old, new, before, after).items()}
    times = Counter(place for found in places.values() for place in found)
    alone = {key: found[0] for key, found in places.items() if len(found) == 1}
    return Passage(
        before,
        after,
        {key: place for key, place in alone.items() if times[place] == 1},
        alone.get,
        lambda key: tuple(places[key]) if len(places[key]) > 1 else (),
    )


def _alike(scu: ReleasedScu, places: list[str], after: Scus) -> list[str]:
    """Where an SCU is among several places: the one that says just the same, if there is one."""
    exact = [place for place in places if _said(after[place]) == _said(scu)]
    return exact if len(exact) == 1 else places


def _places(old: Release, new: Release, before: Scus, after: Scus) -> dict[str, list[str]]:
    """By SCU of the release where the decisions of the consensus have brought it."""
    source = ConsensusSource.objects.get(work=new.pyramid_id, source=old.pyramid_id)
    made: dict[str, list[str]] = {}
    for image in read_decisions(new.pyramid):
        for scu in image["sources"].get(letter(source.position), ()):
            made.setdefault(scu, []).extend(image.get("scus", ()))
    own = log_of_moves(old.pyramid_id, MOVES, revision=source.revision)
    decided = log_of_moves(new.pyramid_id, MOVES, revision=new.revision)
    own_merged, own_splits = merged_into(own, MOVES), _splits_since(own, old)
    merged, splits = merged_into(decided, MOVES), split_off(decided, MOVES)
    found = {}
    for key in before:
        stood = dict.fromkeys(last_place(piece, own_merged) for piece in (key, *split_pieces(key, own_splits)))
        here = [scu for one in stood for scu in made.get(one, ())]
        moved = dict.fromkeys(last_place(piece, merged) for scu in here for piece in (scu, *split_pieces(scu, splits)))
        found[key] = [place for place in moved if place in after]
    return found
