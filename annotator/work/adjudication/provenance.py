"""Where SCUs and units of a consensus come from: the decisions that name them, followed along merges and splits."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, cast

from annotator.matching.models import PeerAnnotation, Unit
from annotator.projects.models import CONSENSUS, Project, letter
from annotator.pyramids.models import Pyramid, Scu
from annotator.pyramids.moves import OF_SCUS, OF_UNITS, last_place, log_of_moves, merged_into, split_off, split_pieces
from annotator.pyramids.verbs.scus import ScuImage
from annotator.work.adjudication.compared import owners_shown
from annotator.work.adjudication.decision_rows import OF_ANNOTATION, OF_PYRAMID
from annotator.work.adjudication.sources import sources_of
from annotator.work.edits.decisions import DecisionImage

Told: TypeAlias = Callable[[int, str], dict[str, Any]]
"""From a source's key and the id of an SCU or unit of it to what is told of it."""

SAID = {
    "agree": "all agree",
    "both": "both taken",
    "merge": "merged",
    "free": "edited freely",
}


def provenance(
    target: Pyramid | PeerAnnotation, *, decisions: Sequence[DecisionImage], sources: Sequence[Any], project: Project
) -> dict[str, list[dict[str, Any]]]:
    """By SCU or unit the decisions it comes from: ``{"choice", "note", "from": [{"owner", ...}, ...]}``.

    Two statements. ``sources``: those of the consensus, with ``work``. What is told of each of theirs beside the owner
    is the ``uid`` of an SCU, None for one that is deleted since; or of a unit the ``scu`` that it is matched to, and
    whether it ``stands``.
    """
    owners = owners_shown(project, [source.work for source in sources])
    names = {letter(at): (source.work.pk, owners[at]) for at, source in enumerate(sources)}
    keys = [source.work.pk for source in sources]
    if isinstance(target, Pyramid):
        moves, made, told = OF_SCUS, OF_PYRAMID.made, _scus_told(keys)
    else:
        moves, made, told = OF_UNITS, OF_ANNOTATION.made, _units_told(keys)
    log = log_of_moves(target.pk, moves=moves)
    merged, splits = merged_into(log, moves), split_off(log, moves)
    found: dict[str, list[dict[str, Any]]] = {}
    for image in decisions:
        said = {"choice": image["choice"], "note": image["note"], "from": _named(image, names, told)}
        for one in cast("dict[str, Any]", image).get(made, []):
            places = {last_place(key, merged) for key in (one, *split_pieces(one, splits))}
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


def _named(image: DecisionImage, names: dict[str, tuple[int, str]], told: Told) -> list[dict[str, Any]]:
    """The SCUs or units that a decision is about; of a source that was taken alone, its own only."""
    chosen = [image["choice"]] if image["choice"] in names else list(names)
    return [
        {"owner": names[one][1], **told(names[one][0], key)} for one in chosen for key in image["sources"].get(one, ())
    ]


def _scus_told(pyramids: list[int]) -> Told:
    rows = Scu.objects.filter(pyramid__in=pyramids).order_by().values_list("pyramid", "uuid", "uid")
    uids = {(pyramid, str(uuid)): uid for pyramid, uuid, uid in rows}
    return lambda pyramid, scu: {"uid": uids.get((pyramid, scu))}


def _units_told(annotations: list[int]) -> Told:
    rows = Unit.objects.filter(annotation__in=annotations).order_by().values_list("annotation", "uuid", "scu__uuid")
    scus = {(annotation, str(uuid)): str(scu) if scu else None for annotation, uuid, scu in rows}
    return lambda annotation, unit: {
        "scu": scus.get((annotation, unit)),
        "stands": (annotation, unit) in scus,
    }
