"""Services that start peer annotations, and fill them from imports and carry-overs."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from annotator.matching.models import KIND
from annotator.matching.verbs.units import AbsenceSnapshot, PeerSnapshot, UnitSnapshot
from annotator.matching.writer import annotation_writes
from annotator.projects.models import Membership, Summary
from annotator.projects.permissions import check_annotate
from annotator.web.refusals import ServiceRefused
from annotator.work.log.append import log_event
from annotator.work.models import Work
from annotator.work.release_models import Release


def start_peer_annotation(*, summary: Summary, release: Release, owner: Membership) -> Work:
    """The member's own annotation of a peer against a release, created if there is none.

    Raises NotAllowed for a viewer, ServiceRefused unless the summary is a peer of the release's topic.
    """
    check_annotate(owner.role)
    if release.pyramid.topic_id != summary.topic_id or summary.kind != Summary.Kind.PEER:
        raise ServiceRefused("A peer can only be matched against a release of its own topic.")
    annotation, _ = Work.objects.get_or_create(
        kind=KIND, topic_id=summary.topic_id, summary=summary, release=release, owner=owner
    )
    return annotation


def fill_peer_annotation(
    *,
    annotation: Work,
    units: list[UnitSnapshot],
    absences: Sequence[AbsenceSnapshot] = (),
    verb: str,
    payload: dict[str, Any],
    by: User | None,
    now: datetime,
    state: str,
) -> int:
    """Write units, absences and state to an empty annotation, as one log entry. Returns the new revision.

    ``verb``, ``payload``: what the log entry records. ``absences``: released SCUs that were marked as absent.
    """
    snapshots: dict[str, PeerSnapshot] = {unit["id"]: unit for unit in units}
    snapshots.update({absence["id"]: absence for absence in absences})
    return log_event(
        annotation.pk,
        revision=annotation.revision,
        verb=verb,
        payload={**payload, "state": state},
        by=by,
        now=now,
        after=snapshots,
        columns={
            "next_position": max((unit["position"] for unit in units), default=0) + 1,
            "state": state,
        },
        writes=annotation_writes(annotation.pk, {}, snapshots),
    )
