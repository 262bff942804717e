"""Compares stored works for the pages on which people see their differences and adjudicate them.

A *page item* is an SCU or a unit as JSON: ``{"id", "uid", "label", "comment", "matched", "parts"}``. ``uid`` is the
number of an SCU; a part is ``[summary id, start, end]``. A unit has the ``uid`` and ``label`` of the SCU to which it is
matched, and the id of this SCU as ``matched``. All three are empty in a non-matching unit.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils.crypto import salted_hmac

from annotator.projects.letters import letter_at
from annotator.projects.models import CONSENSUS, Topic
from annotator.work.adjudication.comparison import Difference, Item, Source, compare, words_of
from annotator.work.adjudication.decision_rows import read_decisions
from annotator.work.adjudication.models import ConsensusSource
from annotator.work.edits.decisions import DECISION
from annotator.work.edits.verb import verb_names
from annotator.work.log.models import Edit
from annotator.work.log.rebuild import snapshots_at, sorted_items
from annotator.work.models import Work
from annotator.work.visibility import FINISHED_STATES

PageItem = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Side:
    """One of the compared works. ``letter``: A, B, ... ``owner``: the owner's name as the user may see it."""

    letter: str
    owner: str
    items: list[PageItem]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The compared works, and the differences and agreements between them."""

    sides: list[Side]
    differences: list[Difference]

    def as_json(self) -> dict[str, Any]:
        return {
            "sources": [{"letter": side.letter, "owner": side.owner, "items": side.items} for side in self.sides],
            "differences": [
                {
                    "key": difference.key,
                    "kind": difference.kind,
                    "shape": difference.shape,
                    "alike": round(difference.shared_fraction, 3),
                    "items": [[item.id for item in items] for items in difference.items],
                }
                for difference in self.differences
            ],
        }


def _compare_snapshots(work: Work, snapshots: Sequence[Sequence[Any]], owners: Sequence[str]) -> Comparison:
    """Compare works, given the item snapshots and the shown owner of each work.

    ``work``: one of these works, or their consensus, which annotates the same summaries.
    """
    items_by_owner = zip(owners, work.work_kind.page_items(work, snapshots), strict=True)
    sides = [Side(letter_at(index), owner, items) for index, (owner, items) in enumerate(items_by_owner)]
    summaries = enumerate(work.work_kind.annotated_summaries(work))
    words = {work.shown_summary_id(summary.pk): (index, summary.words) for index, summary in summaries}
    sources = [Source(side.letter, tuple(_comparison_item(item, words) for item in side.items)) for side in sides]
    return Comparison(sides, compare(sources))


def _comparison_item(item: PageItem, words: Mapping[int, tuple[int, Sequence[int]]]) -> Item:
    """Convert a page item for `compare`. ``words``: by a summary's id, its index among the summaries and its words.

    The result contains indexes of summaries instead of ids, because the keys of differences are hashes of the result,
    and imports change ids.
    """
    parts = [(words[summary][0], start, end) for summary, start, end in item["parts"]]
    # The label of a unit's page item is its SCU's, which need not be compared: ``matched`` already identifies the SCU.
    label = item["label"] if item["matched"] is None and item["uid"] is not None else ""
    return Item(item["id"], label, words_of(parts, dict(words.values())), item["matched"])


def shown_owner_names(topic: Topic, works: Sequence[Work]) -> list[str]:
    """Returns the names of the owners of works on the same text, for pages that compare them.

    If the project hides the names, they are "Annotator N" until the consensus of the works is finished or the topic is
    revealed. N is the same on all pages; the order of the numbers is secret and differs from text to text.
    """
    names = [work.owner.name for work in works]
    if not works or not topic.project.anonymous_owners or topic.revealed_at:
        return names
    first = works[0]
    siblings = Work.objects.filter(kind=first.kind, topic=topic, summary=first.summary_id, slot=first.slot)
    rows = list(siblings.values_list("pk", "owner", "owner__name", "state", "release"))
    if any(
        owner_name == CONSENSUS and state in FINISHED_STATES and release == first.release_id
        for _, _, owner_name, state, release in rows
    ):
        return names
    rows.sort(key=lambda row: _secret_order(row[0]))
    owners = dict.fromkeys(owner for _, owner, owner_name, *_ in rows if owner_name != CONSENSUS)
    numbers = {owner: number for number, owner in enumerate(owners, start=1)}
    return [
        CONSENSUS if name == CONSENSUS else f"Annotator {numbers[work.owner_id]}"
        for name, work in zip(names, works, strict=True)
    ]


def _secret_order(work_id: int) -> bytes:
    """Returns a sort key that cannot be computed from the ids of the works without the server's secret key."""
    return salted_hmac("numbers of annotators", str(work_id)).digest()


def compare_works(works: Sequence[Work], *, owners: Sequence[str]) -> Comparison:
    """Compare works of one kind about the same texts in their present state."""
    snapshots = works[0].work_kind.snapshots([work.pk for work in works])
    return _compare_snapshots(works[0], [snapshots[work.pk] for work in works], owners)


def sources_of(work: Work) -> list[Any]:
    """Returns the `ConsensusSource` rows of a consensus in the order of their letters. One query.

    Each row is annotated with ``changed``: the source was edited after its pinned revision (not only changed in state).
    """
    later_edits = Edit.objects.filter(work=OuterRef("source"), revision__gt=OuterRef("revision"))
    later_edits = later_edits.exclude(verb__in=verb_names(work.work_kind.verbs, ["event"]))
    sources = ConsensusSource.objects.filter(work=work).annotate(changed=Exists(later_edits))
    return list(sources.select_related("source__owner").order_by("position"))


def compare_sources(work: Work, source_rows: list[Any]) -> Comparison:
    """Compare the sources (from `sources_of`) of a consensus at their pinned revisions. Four queries at most."""
    snapshots = _pinned_snapshots(work, source_rows)
    owners = shown_owner_names(work.topic, [row.source for row in source_rows])
    return _compare_snapshots(work, [snapshots[row.source_id] for row in source_rows], owners)


def _pinned_snapshots(work: Work, source_rows: list[Any]) -> dict[int, list[Any]]:
    """Maps the id of each source to its items at the pinned revision, read from its log if it was edited since."""
    changed = {row.source_id: row.revision for row in source_rows if row.changed}
    snapshots = dict(work.work_kind.snapshots([row.source_id for row in source_rows if not row.changed]))
    if changed:
        for source_id, logged in snapshots_at(changed).items():
            # Keep only the items: the ids of other snapshots, such as decisions, contain a colon.
            snapshots[source_id] = sorted_items(snapshot for snapshot in logged if ":" not in snapshot["id"])
    return snapshots


def is_consensus(work: Work) -> bool:
    """Whether a work is a consensus that was made here from other works, not imported. One query at most."""
    return work.owner.name == CONSENSUS and work.sources.exists()


def undecided_count(work: Work) -> int:
    """Returns the number of differences and agreements on which a consensus has no decision; 0 for other works."""
    sources = sources_of(work) if work.owner.name == CONSENSUS else []
    if len(sources) < 2:
        return 0
    decided_keys = {decision["id"].removeprefix(DECISION) for decision in read_decisions(work)}
    return sum(difference.key not in decided_keys for difference in compare_sources(work, sources).differences)
