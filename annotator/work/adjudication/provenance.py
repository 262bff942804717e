"""Where the items of a consensus come from: the decisions that name them, followed along merges and splits."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, cast

from annotator.projects.models import CONSENSUS, letter
from annotator.work.adjudication.compared import owners_shown
from annotator.work.adjudication.decision_rows import read_decisions
from annotator.work.adjudication.sources import sources_of
from annotator.work.edits.decisions import DecisionImage
from annotator.work.log.merges import last_place, merged_into, merges_and_splits, split_off, split_pieces
from annotator.work.models import Work

Describe: TypeAlias = Callable[[int, str], dict[str, Any]]
"""From a source's key and the id of an item of it to what is said of it."""

SAID = {
    "agree": "all agree",
    "both": "both taken",
    "merge": "merged",
    "free": "edited freely",
}


def provenance(
    work: Work, *, decisions: Sequence[DecisionImage], sources: Sequence[Any]
) -> dict[str, list[dict[str, Any]]]:
    """By item the decisions it comes from: ``{"choice", "note", "from": [{"owner", ...}, ...]}``.

    Two queries. ``sources``: those of the consensus, with ``source``. What is said of each of theirs beside the owner
    is the kind's: the ``uid`` of an SCU, None for one that is deleted since; or of a unit the ``scu`` that it is
    matched to, and whether it ``stands``.
    """
    kind = work.of
    owners = owners_shown(work.topic.project, [source.source for source in sources])
    names = {letter(at): (source.source_id, owners[at]) for at, source in enumerate(sources)}
    known, unknown = kind.origin_names([source.source_id for source in sources]), kind.unknown_origin()
    verbs = kind.merge_and_split
    log = merges_and_splits(work.pk, verbs) if verbs else []
    merged, splits = (merged_into(log, verbs), split_off(log, verbs)) if verbs else ({}, {})
    found: dict[str, list[dict[str, Any]]] = {}
    for image in decisions:
        origins = _origins(image, names, lambda source, key: dict(known.get((source, key), unknown)))
        decision = {"choice": image["choice"], "note": image["note"], "from": origins}
        for made in cast("dict[str, Any]", image).get(kind.items, []):
            places = {last_place(key, merged) for key in (made, *split_pieces(made, splits))}
            for place in places:
                if decision not in found.setdefault(place, []):
                    found[place].append(decision)
    return found


def consensus_data(work: Work) -> dict[str, Any]:
    """What a workspace shows of a consensus: decisions, provenance; nothing for an imported consensus, or for none."""
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
    """How many items of a consensus come from where, the most first; nothing for what is no consensus.

    ``images``: what stands; ``work`` comes with its owner, topic and project. Five queries at most.
    """
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
    return SAID[choice] if choice in SAID else f"from {', '.join(owners)}"


def _origins(image: DecisionImage, names: dict[str, tuple[int, str]], describe: Describe) -> list[dict[str, Any]]:
    """The SCUs or units that a decision is about; of a source that was taken alone, its own only."""
    chosen = [image["choice"]] if image["choice"] in names else list(names)
    return [
        {"owner": names[one][1], **describe(names[one][0], key)}
        for one in chosen
        for key in image["sources"].get(one, ())
    ]
