"""Where the SCUs of a consensus come from: the decisions that name them, followed along merges and splits."""

from collections.abc import Sequence
from typing import Any

from annotator.models import Project, Pyramid, Scu
from annotator.models.summary import letter
from annotator.reducers.decisions import DecisionImage
from annotator.services.compared import owners_shown
from annotator.services.moves import last_place, log_of_moves, merged_into, split_pieces, standing


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
    splits: dict[str, list[str]] = {}
    for edit in standing(log, "split_scu"):
        splits.setdefault(edit.payload["scu"], []).append(edit.payload["new_scu"])
    found: dict[str, list[dict[str, Any]]] = {}
    for image in decisions:
        said = {"choice": image["choice"], "note": image["note"], "from": _named(image, names, uids)}
        for made in image.get("scus", []):
            places = {last_place(key, merged) for key in (made, *split_pieces(made, splits))}
            for place in places:
                if said not in found.setdefault(place, []):
                    found[place].append(said)
    return found


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
