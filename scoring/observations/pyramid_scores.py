"""Scores of a project's peer annotations as observations: which count, with which rounding, and who may see them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from annotator.projects.models import CONSENSUS, Project, Summary
from annotator.runs.steps import in_steps
from annotator.web.refusals import NotAllowed
from annotator.work.models import Release, Work
from annotator.work.states.permissions import accepts_edits
from scoring.measures.jackknife import score_by_jackknife, score_model
from scoring.measures.observation import HUMAN, Basis, Observations, Origin, Row, Subject
from scoring.measures.pyramid import Pyramid, Rounding
from scoring.measures.pyramid_scores import PyramidScores, XCount, observations, score_peer
from scoring.observations.contributed import ReleasedModels, contributed_pyramids
from scoring.observations.rows import PeerRow, peer_rows
from scoring.observations.viewer import Viewer, may_see_scores

NEWEST_FIRST = (
    *("topic__key", "summary__position", "summary__summarizer", "owner__name"),
    *("-release__created_at", "-release__number", "-created_at"),
)
"""Order of annotations: by peer and matcher, the newest release first."""


@dataclass(frozen=True, slots=True)
class ScoreChoice:
    """Which annotations count and how: ``matcher`` the name of one owner, or "" for all; ``release`` a number, or None
    for the newest that each matcher has finished; ``rounding`` None for the project's own. ``jackknife``: model
    summaries too, and all scores against leave-one-out pyramids. ``x`` is that of the original score.
    """

    include_drafts: bool = False
    rounding: Rounding | None = None
    matcher: str = ""
    release: int | None = None
    jackknife: bool = False
    x: XCount = XCount.DUCVIEW


@dataclass(frozen=True, slots=True)
class ScoredPeer:
    """A peer annotation with its scores."""

    row: PeerRow
    origin: Origin
    scores: PyramidScores


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The scores of a project or topic by topic, summarizer and matcher.

    ``peers``: by ``Origin.work`` what the observations of peers were made from; ``withheld``: annotations left out
    because the project does not show their scores to the viewer now.
    """

    observations: Observations
    peers: Mapping[int, ScoredPeer]
    matchers: tuple[str, ...]
    withheld: int
    rounding: Rounding

    @property
    def rows(self) -> list[Row]:
        """All scores of one summary by one matcher, a row each."""
        return list(self.observations.rows())


def score_sheet(viewer: Viewer, choice: ScoreChoice, within: QuerySet[Work] | None = None) -> ScoreSheet:
    """One score for each peer and matcher among the annotations that the viewer may see (or those ``within`` them).

    Where a matcher has several annotations of a peer, the one that counts and has the newest release is taken.

    With ``choice.jackknife`` the model summaries of the releases that are left come after the peers, whoever is chosen
    as matcher, and all scores are of one model summary less (:mod:`scoring.measures.jackknife`).
    """
    rounding = choice.rounding or Rounding(viewer.project.rounding)
    shown, withheld = visible_rows(viewer, viewer.annotations() if within is None else within)
    released = contributed_pyramids(row.annotation.release for row in shown) if choice.jackknife else {}
    left_out = {key: one.pyramid.leave_one_out() for key, one in released.items()}
    how: dict[str, Any] = {"include_drafts": choice.include_drafts, "x_count": choice.x}
    scored = [
        scored_row(row, rounding, left_out=left_out.get(row.annotation.release.pk), **how)
        for row in in_steps(shown, share=0.6)
    ]
    matchers = sorted({one.origin.judge for one in scored}, key=consensus_first)
    if any(one.origin.subject.masked for one in scored):  # the order of the import would tell masked peers apart
        scored.sort(key=lambda one: (one.origin.subject.topic, one.origin.subject.summarizer))
    current = current_scores([one for one in scored if _is_wanted(one.origin, choice)])
    models = scored_models(current, released, rounding)
    pairs = [*((one.origin, one.scores) for one in current), *models]
    peers = {one.row.annotation.pk: one for one in current}
    return ScoreSheet(observations(pairs), peers, tuple(matchers), withheld, rounding)


def visible_rows(viewer: Viewer, annotations: QuerySet[Work]) -> tuple[list[PeerRow], int]:
    """The annotations whose scores the viewer is shown, newest releases first, and how many are withheld."""
    rows = peer_rows(annotations.order_by(*NEWEST_FIRST))
    shown = [row for row in rows if viewer.may_see_scores(row.annotation)]
    return shown, len(rows) - len(shown)


def live_score(annotations: QuerySet[Work], choice: ScoreChoice | None = None, role: str | None = "") -> ScoredPeer:
    """Scores of the first of ``annotations`` as it stands, finished or not; of a ``choice`` rounding and X count.

    ``role``: of the member who asks; "" takes it from annotations that were found with ``for_workspace``. Raises
    Work.DoesNotExist if there is none, NotAllowed if the project does not show its scores now.
    """
    rows = peer_rows(annotations, limit=1)
    if not rows:
        raise Work.DoesNotExist
    annotation = rows[0].annotation
    if not may_see_scores(annotation, annotation.member_role if role == "" else role):
        raise NotAllowed("The project does not show the scores of this peer annotation now.")
    choice = choice or ScoreChoice()
    rounding = choice.rounding or Rounding(annotation.topic.project.rounding)
    return scored_row(rows[0], rounding, include_drafts=True, x_count=choice.x)


def scored_row(
    row: PeerRow,
    rounding: Rounding,
    *,
    include_drafts: bool,
    left_out: Sequence[Pyramid] | None = None,
    x_count: XCount = XCount.DUCVIEW,
) -> ScoredPeer:
    """The scores of an annotation; null, with a reason, for a draft unless drafts are included.

    ``left_out``: the leave-one-out pyramids of its release, where scores are to be the means over these.
    """
    annotation = row.annotation
    project = annotation.topic.project
    included = include_drafts or not accepts_edits(annotation.state)
    marked = project.non_matching == Project.NonMatching.MARK
    how: dict[str, Any] = {"finished": included, "non_matching_marked": marked}
    how |= {"rounding": rounding, "x_count": x_count}
    if left_out is None:
        scores = score_peer(row.pyramid, row.peer, **how)
    else:
        scores = score_by_jackknife(left_out, row.peer, **how)
    rounded = "" if rounding == project.rounding else f"&rounding={rounding}"
    jackknife = "" if scores.models == annotation.release.model_count else "&humans=jackknife"
    origin = Origin(
        subject=_subject(annotation.summary, annotation.peer_name, masked=annotation.hides_peer),
        judge=annotation.owner.name,
        basis=_basis(annotation.release, annotation.pyramid_owner),
        draft=accepts_edits(annotation.state),
        included=included,
        counts=scores.counts,
        carried_to=row.carried_to,
        revision=annotation.revision,
        state=annotation.state,
        rounding=rounding.value,
        warnings=tuple(_warnings(row, scores)),
        link=f"{annotation.pin}{rounded}{jackknife}",
        work=annotation.pk,
    )
    return ScoredPeer(row, origin, scores)


def scored_models(
    peers: Iterable[ScoredPeer], released: Mapping[int, ReleasedModels], rounding: Rounding
) -> list[tuple[Origin, PyramidScores]]:
    """The model summaries of the releases that ``peers`` which count are pinned to, each scored against the others.

    Their judge is the owner of the pyramid, nothing where that is hidden; revision and state are those of the release.
    """
    pinned = {one.origin.basis.key: one for one in peers if one.origin.included and one.origin.basis.key in released}
    return [
        (_model_origin(model, one.row.annotation.release, one.origin.basis, scores, rounding), scores)
        for key, one in pinned.items()
        for model_key, model in released[key].models.items()
        for scores in [score_model(released[key].pyramid, model_key, rounding=rounding)]
    ]


def current_scores(scored: Sequence[ScoredPeer]) -> list[ScoredPeer]:
    """For each peer and matcher the first that counts, else the first; ``scored`` has the newest releases first."""
    chosen: dict[tuple[int, int], ScoredPeer] = {}
    for one in scored:
        key = (one.row.annotation.summary.pk, one.row.annotation.owner_id)
        if key not in chosen or (one.origin.included and not chosen[key].origin.included):
            chosen[key] = one
    return list(chosen.values())


def consensus_first(name: str) -> tuple[bool, str]:
    """Sorts names of owners."""
    return name != CONSENSUS, name


def _subject(summary: Summary, name: str, *, kind: str = "", masked: bool = False) -> Subject:
    topic = summary.topic
    return Subject(topic.project.slug, topic.key, name, kind or summary.kind, summary.pk, masked, summary.position)


def _basis(release: Release, owner: str) -> Basis:
    return Basis(release.pk, release.number, owner, release.weight_source)


def _model_origin(model: Summary, release: Release, basis: Basis, scores: PyramidScores, rounding: Rounding) -> Origin:
    return Origin(
        subject=_subject(model, model.summarizer, kind=HUMAN),
        judge=basis.owner,
        basis=basis,
        counts=scores.counts,
        revision=release.revision,
        state="released",
        rounding=rounding.value,
        warnings=tuple(scores.undefined),
    )


def _is_wanted(origin: Origin, choice: ScoreChoice) -> bool:
    return choice.matcher in ("", origin.judge) and choice.release in (None, origin.basis.number)


def _warnings(row: PeerRow, scores: PyramidScores) -> list[str]:
    warnings = scores.undefined
    number = row.annotation.release.number
    if row.carried_to is not None:
        warnings.append(f"Matched against release {number}; carried over to release {row.carried_to}.")
    elif row.latest_release > number and not row.annotation.hides_pyramid:
        warnings.append(f"Matched against release {number}; the newest of this pyramid is {row.latest_release}.")
    return warnings
