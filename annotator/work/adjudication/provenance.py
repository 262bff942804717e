"""Where the items of a consensus come from: the decisions that name them, followed along merges and splits."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, cast

from annotator.projects.models import CONSENSUS, letter_at
from annotator.work.adjudication.compared import owners_shown, sources_of
from annotator.work.adjudication.decision_rows import read_decisions
from annotator.work.edits.decisions import DecisionImage
from annotator.work.kinds import Kind
from annotator.work.log.merges import current_item, merged_into, merges_and_splits, split_off, split_pieces
from annotator.work.models import Work

CHOICES = {
    "agree": "all agree",
    "both": "both taken",
    "merge": "merged",
    "free": "edited freely",
}


def provenance(
    work: Work, *, decisions: Sequence[DecisionImage], sources: Sequence[Any]
) -> dict[str, list[dict[str, Any]]]:
    """By item the decisions it comes from: ``{"choice", "note", "from": [{"owner", ...}, ...]}``. Two queries.

    Each origin has what its kind adds: the ``uid`` of an SCU, None if it was deleted; or of a unit the ``scu`` that it
    is matched to, and whether it ``stands``.
    """
    kind, verbs = work.of, work.of.merge_and_split
    owners = owners_shown(work.topic.project, [source.source for source in sources])
    names = {letter_at(at): (source.source_id, owners[at]) for at, source in enumerate(sources)}
    details = kind.origin_names([source.source_id for source in sources])
    log = merges_and_splits(work.pk, verbs) if verbs else []
    merged, splits = (merged_into(log, verbs), split_off(log, verbs)) if verbs else ({}, {})
    by_item: dict[str, list[dict[str, Any]]] = {}
    for image in decisions:
        decision = {"choice": image["choice"], "note": image["note"], "from": _origins(image, names, details, kind)}
        for key in cast("dict[str, Any]", image).get(kind.items, []):
            for item in {current_item(part, merged) for part in (key, *split_pieces(key, splits))}:
                if decision not in by_item.setdefault(item, []):
                    by_item[item].append(decision)
    return by_item


def consensus_data(work: Work) -> dict[str, Any]:
    """The decisions and provenance that a workspace shows; empty for an imported consensus, or for other works."""
    sources = sources_of(work) if work.owner.name == CONSENSUS else []
    if not sources:
        return {}
    decisions = read_decisions(work)
    return {
        "may_decide": True,
        "decisions": decisions,
        "provenance": provenance(work, decisions=decisions, sources=sources),
        "adjudication": work.topic_url("adjudicate").partition("?")[0],
    }


def origins(work: Work, images: Sequence[Any]) -> list[tuple[str, int]]:
    """How many items of a consensus come from where, most first; empty for other works. ``images``: its items."""
    sources = sources_of(work) if work.owner.name == CONSENSUS else []
    if not sources:
        return []
    known = provenance(work, decisions=read_decisions(work), sources=sources)
    return Counter(_origin(known.get(image["id"], [])) for image in images).most_common()


def _origin(decisions: Sequence[dict[str, Any]]) -> str:
    if not decisions:
        return "made in the workspace"
    if len(decisions) > 1:
        return "merged in the workspace"
    choice = decisions[0]["choice"]
    owners = sorted({source["owner"] for source in decisions[0]["from"]})
    return CHOICES[choice] if choice in CHOICES else f"from {', '.join(owners)}"


def _origins(
    image: DecisionImage,
    names: dict[str, tuple[int, str]],
    details: Mapping[tuple[int, str], dict[str, Any]],
    kind: Kind,
) -> list[dict[str, Any]]:
    """The SCUs or units that a decision is about; if one source was chosen, only its own."""
    chosen = [image["choice"]] if image["choice"] in names else list(names)
    return [
        {"owner": owner, **details.get((source, key), kind.unknown_origin())}
        for name in chosen
        for source, owner in [names[name]]
        for key in image["sources"].get(name, ())
    ]
