"""The provenance of the items of a consensus: the decisions that made them, even after later merges and splits."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, cast

from annotator.projects.letters import letter_at
from annotator.projects.models import CONSENSUS
from annotator.work.adjudication.decision_rows import read_decisions
from annotator.work.adjudication.work_comparison import shown_owner_names, sources_of
from annotator.work.edits.decisions import DecisionSnapshot
from annotator.work.kinds import Kind
from annotator.work.log.merges import current_item, merged_into, merges_and_splits, split_off, split_pieces
from annotator.work.models import Work

CHOICE_NAMES = {"agree": "all agree", "both": "both taken", "merge": "merged", "free": "edited freely"}


def provenance(
    work: Work, *, decisions: Sequence[DecisionSnapshot], source_rows: Sequence[Any]
) -> dict[str, list[dict[str, Any]]]:
    """Maps the id of each item to the decisions that made it: ``{"choice", "note", "from": [{"owner", ...}, ...]}``.

    Each entry of "from" is an item of a source. Besides its owner, an SCU has its ``uid`` (None if it was deleted), and
    a unit has the ``scu`` that it is matched to and ``stands`` (whether it still exists). ``source_rows``: from
    `sources_of`. Two queries.
    """
    kind, merge_fields = work.work_kind, work.work_kind.merge_and_split
    owners = shown_owner_names(work.topic, [row.source for row in source_rows])
    sources_by_letter = {letter_at(i): (row.source_id, owners[i]) for i, row in enumerate(source_rows)}
    details = kind.origin_details([row.source_id for row in source_rows])
    log = merges_and_splits(work.pk, merge_fields) if merge_fields else []
    merged, splits = (merged_into(log, merge_fields), split_off(log, merge_fields)) if merge_fields else ({}, {})
    by_item: dict[str, list[dict[str, Any]]] = {}
    for decision in decisions:
        origins = _source_items(decision, sources_by_letter, details, kind)
        shown_decision = {"choice": decision["choice"], "note": decision["note"], "from": origins}
        for created_id in cast("dict[str, Any]", decision).get(kind.items, []):
            for item in {current_item(piece, merged) for piece in (created_id, *split_pieces(created_id, splits))}:
                if shown_decision not in by_item.setdefault(item, []):
                    by_item[item].append(shown_decision)
    return by_item


def consensus_data(work: Work) -> dict[str, Any]:
    """Returns the decisions and provenance for a consensus's workspace; {} for imported consensuses and other works."""
    source_rows = sources_of(work) if work.owner.name == CONSENSUS else []
    if not source_rows:
        return {}
    decisions = read_decisions(work)
    return {
        "may_decide": True,
        "decisions": decisions,
        "provenance": provenance(work, decisions=decisions, source_rows=source_rows),
        "adjudication": work.topic_url("adjudicate").partition("?")[0],
    }


def origin_counts(work: Work, items: Sequence[Any]) -> list[tuple[str, int]]:
    """Returns pairs (phrase that names an origin, number of items), most items first; [] if ``work`` is no consensus.

    ``items``: snapshots of items of the work.
    """
    source_rows = sources_of(work) if work.owner.name == CONSENSUS else []
    if not source_rows:
        return []
    by_item = provenance(work, decisions=read_decisions(work), source_rows=source_rows)
    return Counter(_origin_phrase(by_item.get(item["id"], [])) for item in items).most_common()


def _origin_phrase(decisions: Sequence[dict[str, Any]]) -> str:
    """Returns a phrase for the origin of an item. ``decisions``: the item's entry in `provenance`."""
    if not decisions:
        return "made in the workspace"
    if len(decisions) > 1:
        return "merged in the workspace"
    choice = decisions[0]["choice"]
    owners = sorted({source["owner"] for source in decisions[0]["from"]})
    return CHOICE_NAMES[choice] if choice in CHOICE_NAMES else f"from {', '.join(owners)}"


def _source_items(
    decision: DecisionSnapshot,
    sources_by_letter: dict[str, tuple[int, str]],
    details: Mapping[tuple[int, str], dict[str, Any]],
    kind: Kind,
) -> list[dict[str, Any]]:
    """Returns the items that a decision compared; if it chose one source, only the items of this source.

    ``sources_by_letter``: the id and the owner's shown name of each source. ``details``: from `Kind.origin_details`.
    """
    letters = [decision["choice"]] if decision["choice"] in sources_by_letter else list(sources_by_letter)
    return [
        {"owner": owner, **details.get((source, item_id), kind.unknown_origin())}
        for source_letter in letters
        for source, owner in [sources_by_letter[source_letter]]
        for item_id in decision["sources"].get(source_letter, ())
    ]
