"""Writing a whole pyramid from images: for imports and the sample project."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User

from annotator.pyramids.models import Contributor, Part, Scu
from annotator.pyramids.verbs.scus import ScuImage
from annotator.work.edits.parts import PartImage
from annotator.work.log.events import log_event
from annotator.work.models import Work


def new_parts(spans: Sequence[tuple[int, int]]) -> list[PartImage]:
    """Parts with new ids over these spans."""
    return [{"id": str(uuid4()), "start": start, "end": end} for start, end in spans]


def fill_pyramid(
    *, pyramid: Work, images: list[ScuImage], payload: dict[str, Any], by: User | None, now: datetime
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
        pyramid.pk,
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
