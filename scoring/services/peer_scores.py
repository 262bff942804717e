"""Scores of peer annotations in a project: which count, with which rounding, and who may see them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from annotator.matching.models import PeerAnnotation
from annotator.projects.models import CONSENSUS, Project
from annotator.projects.permissions import can_manage
from annotator.matching.workspace import shows_scores
from annotator.work.states.permissions import accepts_edits
from scoring.core.jackknife import score_by_jackknife, score_model
from scoring.core.pyramid import Pyramid, Rounding
from scoring.core.pyramid_scores import PyramidScores, XCount, score_peer
from scoring.inputs.contributed import ReleasedModels, contributed_pyramids
from scoring.inputs.rows import PeerRow, peer_rows
from scoring.services.score_fields import undefined_warnings
from scoring.services.scored import Scored, ScoredModel, ScoredPeer

NEWEST_FIRST = (
    *("summary__topic__key", "summary__position", "summary__summarizer", "owner__name"),
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
class ScoreSheet:
    """The scores of a project or topic by topic, summarizer and matcher.

    ``withheld``: annotations left out because the project does not show their scores to this role now.
    """

    scored: tuple[Scored, ...]
    matchers: tuple[str, ...]
    withheld: int
    rounding: Rounding


def score_sheet(
    *, project: Project, annotations: QuerySet[PeerAnnotation], role: str | None, choice: ScoreChoice
) -> ScoreSheet:
    """One score for each peer and matcher among ``annotations`` (those of ``project`` that may be seen).

    Where a matcher has several annotations of a peer, the one that counts and has the newest release is taken.
    ``role``: of the member who asks; None (a command) sees all. Seven statements.

    With ``choice.jackknife`` the model summaries of the releases that are left come after the peers, whoever is chosen
    as matcher, and all scores are of one model summary less (:mod:`scoring.core.jackknife`). Ten statements at most.
    """
    rounding = choice.rounding or Rounding(project.rounding)
    rows = peer_rows(annotations.filter(summary__topic__project=project).order_by(*NEWEST_FIRST))
    shown = [row for row in rows if may_see_scores(row.annotation, role)]
    released = contributed_pyramids(row.annotation.release for row in shown) if choice.jackknife else {}
    left_out = {key: one.pyramid.leave_one_out() for key, one in released.items()}
    how: dict[str, Any] = {"include_drafts": choice.include_drafts, "x_count": choice.x}
    scored = [scored_row(row, rounding, left_out=left_out.get(row.annotation.release_id), **how) for row in shown]
    matchers = sorted({one.matcher for one in scored}, key=lambda name: (name != CONSENSUS, name))
    if any(one.is_masked for one in scored):  # the order of the import would tell masked peers apart
        scored.sort(key=lambda one: (one.topic, one.summarizer))
    current = current_scores([one for one in scored if _is_wanted(one, choice)])
    models = scored_models(current, released, rounding)
    return ScoreSheet((*current, *models), tuple(matchers), len(rows) - len(shown), rounding)


def may_see_scores(annotation: PeerAnnotation, role: str | None) -> bool:
    """Managers see all scores; others those that the project shows now (``live_scores``, DESIGN §3)."""
    return role is None or can_manage(role) or shows_scores(annotation)


def live_scores(annotations: QuerySet[PeerAnnotation], choice: ScoreChoice | None = None) -> ScoredPeer:
    """Scores of the first of ``annotations`` as it stands, finished or not; of a ``choice`` rounding and X count.

    Raises PeerAnnotation.DoesNotExist where there is none.
    """
    rows = peer_rows(annotations, limit=1)
    if not rows:
        raise PeerAnnotation.DoesNotExist
    choice = choice or ScoreChoice()
    rounding = choice.rounding or Rounding(rows[0].annotation.summary.topic.project.rounding)
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
    counts = include_drafts or not accepts_edits(annotation.state)
    marked = annotation.summary.topic.project.non_matching == Project.NonMatching.MARK
    how: dict[str, Any] = {"finished": counts, "non_matching_marked": marked, "rounding": rounding, "x_count": x_count}
    if left_out is None:
        scores = score_peer(row.pyramid, row.peer, **how)
    else:
        scores = score_by_jackknife(left_out, row.peer, **how)
    return ScoredPeer(annotation, scores, rounding, counts, tuple(_warnings(row, scores)), row.carried_to)


def scored_models(
    peers: Iterable[ScoredPeer], released: Mapping[int, ReleasedModels], rounding: Rounding
) -> list[ScoredModel]:
    """The model summaries of the releases that ``peers`` which count are pinned to, each scored against the others."""
    pinned = {one.release.pk: one for one in peers if one.counts and one.release.pk in released}
    return [
        ScoredModel(model, one.release, one.pyramid_owner, scores, rounding, tuple(undefined_warnings(scores)))
        for key, one in pinned.items()
        for model_key, model in released[key].models.items()
        for scores in [score_model(released[key].pyramid, model_key, rounding=rounding)]
    ]


def current_scores(scored: Sequence[ScoredPeer]) -> list[ScoredPeer]:
    """For each peer and matcher the first that counts, else the first; ``scored`` has the newest releases first."""
    chosen: dict[tuple[int, int], ScoredPeer] = {}
    for one in scored:
        key = (one.annotation.summary_id, one.annotation.owner_id)
        if key not in chosen or (one.counts and not chosen[key].counts):
            chosen[key] = one
    return list(chosen.values())


def used_releases(scored: Sequence[Scored]) -> dict[str, list[str]]:
    """By topic the releases that its peers are matched against, as "1 of ann", or "1" where the owner is hidden."""
    used: dict[str, set[tuple[str, int]]] = {}
    for one in scored:
        used.setdefault(one.topic, set()).add((one.pyramid_owner, one.release.number))
    return {topic: release_names(found) for topic, found in used.items()}


def release_names(used: Iterable[tuple[str, int]]) -> list[str]:
    """Releases, each an owner (empty where hidden) and a number, as they are told."""
    return [f"{number} of {owner}" if owner else str(number) for owner, number in sorted(used)]


def mixed_releases(scored: Sequence[Scored]) -> list[str]:
    """A sentence for each topic whose peers are matched against more than one release or pyramid."""
    return [
        f"Topic {topic} mixes releases: {', '.join(releases)}."
        for topic, releases in used_releases(scored).items()
        if len(releases) > 1
    ]


def _is_wanted(one: ScoredPeer, choice: ScoreChoice) -> bool:
    release = one.annotation.release.number
    return choice.matcher in ("", one.matcher) and choice.release in (None, release)


def _warnings(row: PeerRow, scores: PyramidScores) -> list[str]:
    warnings = undefined_warnings(scores)
    number = row.annotation.release.number
    if row.carried_to is not None:
        warnings.append(f"Matched against release {number}; carried over to release {row.carried_to}.")
    elif row.latest_release > number and not row.annotation.hides_pyramid:
        warnings.append(f"Matched against release {number}; the newest of this pyramid is {row.latest_release}.")
    return warnings
