"""Where the SCUs of a consensus come from: the decisions that name them, followed along merges and splits."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from annotator.models import Project, Pyramid, Scu
from annotator.models.membership import CONSENSUS
from annotator.models.summary import letter
from annotator.reducers.decisions import DecisionImage
from annotator.reducers.scus import ScuImage
from annotator.services.compared import owners_shown
from annotator.services.consensus_sources import sources_of
from annotator.services.decision_rows import OF_PYRAMID
from annotator.services.moves import last_place, log_of_moves, merged_into, split_off, split_pieces

SAID = {
    "agree": "all agree",
    "both": "both taken",
    "merge": "merged",
    "free": "edited freely",
}


def provenance(
    pyramid: Pyramid, *, decisions: Sequence[DecisionImage], sources: Sequence[Any], project: Project
) -> dict[str, list[dict[str, Any]]]:
    """By SCU the decisions it comes from: ``{"choice", "note", "from": [{"owner", "uid"}, ...]}``. Two statements.

    ``sources``: those of the consensus, with ``work``; ``uid`` is None for an SCU that its owner has deleted since.
    """
    owners = owners_shown(project, [source.work for source in sources])
    names = {letter(at): (source.work.pk, owners[at]) for at, source in enumerate(sources)}
    uids = _uids([source.work.pk for source in sources])
    log = log_of_moves(pyramid.pk)
    merged = merged_into(log)
    splits = split_off(log)
    found: dict[str, list[dict[str, Any]]] = {}
    for image in decisions:
        said = {"choice": image["choice"], "note": image["note"], "from": _named(image, names, uids)}
        for made in image.get("scus", []):
            places = {last_place(key, merged) for key in (made, *split_pieces(made, splits))}
            for place in places:
                if said not in found.setdefault(place, []):
                    found[place].append(said)
    return found


def origins(pyramid: Pyramid, images: Sequence[ScuImage]) -> list[tuple[str, int]]:
    """How many SCUs of a consensus come from where, the most first; nothing for what is no consensus.

    ``images``: what stands; ``pyramid`` comes with its owner, topic and project. Five statements at most.
    """
    sources = sources_of(pyramid) if pyramid.owner.name == CONSENSUS else []
    if not sources:
        return []
    project = pyramid.topic.project
    known = provenance(pyramid, decisions=OF_PYRAMID.read(pyramid.pk), sources=sources, project=project)
    return Counter(_origin(known.get(image["id"], [])) for image in images).most_common()


def _origin(decisions: Sequence[dict[str, Any]]) -> str:
    if not decisions:
        return "made in the workspace"
    if len(decisions) > 1:
        return "merged in the workspace"
    choice = decisions[0]["choice"]
    owners = sorted({source["owner"] for source in decisions[0]["from"]})
    return SAID[choice] if choice in SAID else f"from {', '.join(owners)}"


def _named(
    image: DecisionImage, names: dict[str, tuple[int, str]], uids: dict[tuple[int, str], int]
) -> list[dict[str, Any]]:
    """The SCUs that a decision is about; of a source that was taken alone, its own only."""
    chosen = [image["choice"]] if image["choice"] in names else list(names)
    return [
        {"owner": names[one][1], "uid": uids.get((names[one][0], scu))}
        for one in chosen
        for scu in image["sources"].get(one, ())
    ]


def _uids(pyramids: list[int]) -> dict[tuple[int, str], int]:
    rows = Scu.objects.filter(pyramid__in=pyramids).order_by().values_list("pyramid", "uuid", "uid")
    return {(pyramid, str(uuid)): uid for pyramid, uuid, uid in rows}
