"""Writing whole pyramids and peer annotations from images: for imports and the sample project."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User

from annotator.matching.models import Absence, PeerAnnotation, Unit, UnitPart
from annotator.matching.verbs.units import AbsenceImage, UnitImage
from annotator.pyramids.models import Contributor, Part, Pyramid, Scu
from annotator.pyramids.verbs.scus import ScuImage
from annotator.work.edits.parts import PartImage
from annotator.work.log.append import Target
from annotator.work.log.events import log_event


def new_parts(spans: Sequence[tuple[int, int]]) -> list[PartImage]:
    """Parts with new ids over these spans."""
    return [{"id": str(uuid4()), "start": start, "end": end} for start, end in spans]


def fill_pyramid(
    *, pyramid: Pyramid, images: list[ScuImage], payload: dict[str, Any], by: User | None, now: datetime
) -> int:
    """Write the SCUs of a pyramid that is still empty, and the import's row of the log; gives the new revision."""
    scus = Scu.objects.bulk_create(
        Scu(
            pyramid=pyramid,
            uuid=image["id"],
            uid=image["uid"],
            position=image["position"],
            label=image["label"],
            comment=image["comment"],
            flags=image.get("flags", []),
        )
        for image in images
    )
    held = [(scu, i, c) for scu, image in zip(scus, images, strict=True) for i, c in enumerate(image["contributors"])]
    contributors = Contributor.objects.bulk_create(
        Contributor(scu=scu, summary_id=c["summary"], position=i, comment=c["comment"], flags=c.get("flags", []))
        for scu, i, c in held
    )
    Part.objects.bulk_create(
        Part(contributor=row, pyramid=pyramid, uuid=part["id"], position=i, start=part["start"], end=part["end"])
        for row, (_, _, c) in zip(contributors, held, strict=True)
        for i, part in enumerate(c["parts"])
    )
    return log_event(
        Target("pyramid_id", "annotator_pyramid", pyramid.pk),
        revision=pyramid.revision,
        verb="import",
        payload=payload,
        by=by,
        now=now,
        after={image["id"]: image for image in images},
        columns={
            "next_uid": max((image["uid"] for image in images), default=0) + 1,
            "next_position": max((image["position"] for image in images), default=0.0) + 1,
        },
    )


def write_units(annotation: PeerAnnotation, images: list[UnitImage], keys: dict[str, int]) -> None:
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
    annotation: PeerAnnotation,
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
    keys = {str(uuid): pk for uuid, pk in annotation.release.scus.values_list("uuid", "pk")}
    write_units(annotation, images, keys)
    Absence.objects.bulk_create(Absence(annotation=annotation, scu_id=keys[one["scu"]]) for one in absences)
    return log_event(
        Target("annotation_id", "annotator_peerannotation", annotation.pk),
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
