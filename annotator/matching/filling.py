"""Writing a whole peer annotation from images: for imports, carry-overs and the sample project."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from annotator.matching.models import Absence, Unit, UnitPart
from annotator.matching.verbs.units import AbsenceImage, UnitImage
from annotator.pyramids.models import ReleasedScu
from annotator.work.log.events import log_event
from annotator.work.models import Work


def write_units(annotation: Work, images: list[UnitImage], keys: dict[str, int]) -> None:
    """Write units from their images. ``keys``: released SCU id to row key."""
    rows = Unit.objects.bulk_create(
        Unit(
            annotation=annotation,
            uuid=image["id"],
            scu_id=None if image["scu"] is None else keys[image["scu"]],
            position=image["position"],
            label=image.get("label", ""),
            comment=image["comment"],
            flags=image.get("flags", []),
        )
        for image in images
    )
    UnitPart.objects.bulk_create(
        UnitPart(unit=row, annotation=annotation, uuid=part["id"], position=i, start=part["start"], end=part["end"])
        for row, image in zip(rows, images, strict=True)
        for i, part in enumerate(image["parts"])
    )


def fill_peer_annotation(
    *,
    annotation: Work,
    images: list[UnitImage],
    absences: Sequence[AbsenceImage] = (),
    verb: str,
    payload: dict[str, Any],
    by: User | None,
    now: datetime,
    state: str,
) -> int:
    """Write the units of an annotation that is still empty, its state and a row of the log; gives the new revision.

    ``absences``: the released SCUs that were looked for in vain.
    """
    keys = {
        str(uuid): pk
        for uuid, pk in ReleasedScu.objects.filter(release=annotation.release_id).values_list("uuid", "pk")
    }
    write_units(annotation, images, keys)
    Absence.objects.bulk_create(Absence(annotation=annotation, scu_id=keys[one["scu"]]) for one in absences)
    return log_event(
        annotation.pk,
        revision=annotation.revision,
        verb=verb,
        payload={**payload, "state": state},
        by=by,
        now=now,
        after={image["id"]: image for image in [*images, *absences]},
        columns={
            "next_position": max((image["position"] for image in images), default=0) + 1,
            "state": state,
        },
    )
