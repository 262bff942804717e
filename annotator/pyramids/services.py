"""Services that start pyramids, fill them from imports, and release them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import transaction

from annotator.projects.models import Membership, Summary, Topic
from annotator.projects.permissions import check_annotate
from annotator.pyramids.models import KIND, ReleasedScu
from annotator.pyramids.store import read_scus
from annotator.pyramids.verbs.relations import relations_of
from annotator.pyramids.verbs.scus import PyramidSnapshot, ScuSnapshot
from annotator.pyramids.writer import pyramid_writes
from annotator.web.refusals import ServiceRefused
from annotator.work.adjudication.work_comparison import undecided_count
from annotator.work.edits.decisions import undecided_sentence
from annotator.work.edits.parts import PartSnapshot
from annotator.work.log.append import log_event
from annotator.work.log.locking import lock
from annotator.work.log.models import Edit
from annotator.work.models import Work
from annotator.work.release_models import Release
from annotator.work.states.permissions import check_release
from annotator.work.visibility import WorkState


def start_pyramid(*, topic: Topic, owner: Membership) -> Work:
    """The member's own pyramid of a topic, created if there is none.

    Raises NotAllowed for a viewer, ServiceRefused if the topic has no model summaries.
    """
    check_annotate(owner.role)
    if not topic.summaries.model_summaries().exists():
        raise ServiceRefused("Add the model summaries first: a pyramid is built from them.")
    pyramid, _ = Work.objects.get_or_create(kind=KIND, topic=topic, owner=owner)
    return pyramid


def new_parts(spans: Sequence[tuple[int, int]]) -> list[PartSnapshot]:
    """A part with a new id for each span."""
    return [{"id": str(uuid4()), "start": start, "end": end} for start, end in spans]


def fill_pyramid(
    *,
    pyramid: Work,
    scus: list[ScuSnapshot],
    payload: dict[str, Any],
    by: User | None,
    now: datetime,
    is_finished: bool = False,
) -> int:
    """Write imported SCUs to an empty pyramid. Returns the new revision.

    ``payload``: what the log entry records. ``is_finished``: whether to mark the pyramid as finished.
    """
    after: dict[str, PyramidSnapshot] = {scu["id"]: scu for scu in scus}
    new_state = {"state": WorkState.SUBMITTED.value} if is_finished else {}
    return log_event(
        pyramid.pk,
        revision=pyramid.revision,
        verb="import",
        payload={**payload, **new_state},
        by=by,
        now=now,
        after=after,
        columns={
            "next_uid": max((scu["uid"] for scu in scus), default=0) + 1,
            "next_position": max((scu["position"] for scu in scus), default=0.0) + 1,
            **new_state,
        },
        writes=pyramid_writes(pyramid.pk, {}, after),
    )


MAX_RELEASES = 500
"""The largest number of releases of a pyramid; pages list all of them."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that prevents the release or finishing of a pyramid. ``uid``, ``scu_id``: the SCU to fix, if any."""

    uid: int | None
    scu_id: str | None
    reason: str

    def __str__(self) -> str:
        return f"SCU {self.uid} {self.reason}" if self.uid else self.reason


def release_problems(scus: Sequence[ScuSnapshot], *, model_count: int, undecided: int = 0) -> list[Problem]:
    """Everything that must be fixed before these SCUs can be released: each needs a label and a contributor.

    ``undecided``: number of differences of a consensus that wait for a decision.
    """
    problems = []
    if undecided:
        problems.append(Problem(None, None, undecided_sentence(undecided)))
    if not model_count:
        problems.append(Problem(None, None, "The topic has no model summaries."))
    if not scus:
        problems.append(Problem(None, None, "The pyramid has no SCUs."))
    for scu in scus:
        if not scu["label"].strip():
            problems.append(Problem(scu["uid"], scu["id"], "has no label."))
        if not scu["contributors"]:
            problems.append(Problem(scu["uid"], scu["id"], "has no contributor."))
    return problems


def edited_since(pyramid: Work, release: Release) -> bool:
    """Whether a pyramid was edited after a release. Changes of its state do not count."""
    state_changes = Edit.objects.filter(work=pyramid.pk, revision__gt=release.revision).state_changes()
    return pyramid.revision - release.revision > state_changes.count()


@transaction.atomic
def release_pyramid(*, pyramid: Work, by: User, now: datetime) -> Release:
    """Make the next release of a pyramid from its current SCUs.

    Raises Work.DoesNotExist, NotAllowed, or ServiceRefused with everything that must be fixed first.
    """
    locked = lock(pyramid.pk, kind=pyramid.work_kind, user=by)
    check_release(locked.roles)
    latest = pyramid.releases.order_by("-number").first()
    pyramid.revision = locked.revision  # edited_since() needs the current revision
    if latest and not edited_since(pyramid, latest):
        raise ServiceRefused(f"Nothing has changed since release {latest.number}.")
    scus = read_scus(pyramid.pk)
    model_count = Summary.objects.filter(topic=pyramid.topic_id).model_summaries().count()
    if problems := release_problems(scus, model_count=model_count, undecided=undecided_count(pyramid)):
        raise ServiceRefused(*map(str, problems))
    number = next_release_number(latest)
    revision = log_event(
        pyramid.pk, revision=locked.revision, verb="release", payload={"number": number}, by=by, now=now
    )
    release = Release.objects.create(
        pyramid=pyramid, number=number, revision=revision, created_by=by, model_count=model_count
    )
    write_released_scus(release, scus, weights={scu["id"]: len(scu["contributors"]) for scu in scus})
    return release


def next_release_number(latest: Release | None) -> int:
    """The number of the release after ``latest``. Raises ServiceRefused if the pyramid has `MAX_RELEASES`."""
    number = latest.number + 1 if latest else 1
    if number > MAX_RELEASES:
        raise ServiceRefused(f"The pyramid has {MAX_RELEASES} releases, which is the maximum.")
    return number


def write_released_scus(release: Release, scus: list[ScuSnapshot], *, weights: dict[str, int]) -> None:
    """Write the SCUs of a release. ``weights``: by SCU id; imported weights may differ from the contributor counts."""
    ReleasedScu.objects.bulk_create(
        ReleasedScu(
            release=release,
            uuid=scu["id"],
            uid=scu["uid"],
            position=scu["position"],
            label=scu["label"],
            comment=scu["comment"],
            weight=weights[scu["id"]],
            contributors=_released_contributors(scu),
            relations=[*relations_of(scu)],
        )
        for scu in scus
    )


def _released_contributors(scu: ScuSnapshot) -> list[dict[str, Any]]:
    """The contributors of an SCU without flags and part ids."""
    return [
        {
            "summary": contributor["summary"],
            "comment": contributor["comment"],
            "parts": [{"start": part["start"], "end": part["end"]} for part in contributor["parts"]],
        }
        for contributor in scu["contributors"]
    ]
