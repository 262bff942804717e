"""Scores the peer annotations of a project that the viewer may see, and selects the annotations that count."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.db.models import QuerySet

from annotator.projects.models import CONSENSUS, Summary
from annotator.runs.steps import with_progress
from annotator.web.refusals import NotAllowed
from annotator.work.models import Work
from annotator.work.states.permissions import accepts_edits
from scoring.measures.jackknife import score_by_jackknife, score_model
from scoring.measures.observation import HUMAN, Basis, Observations, Origin, Row, Subject, mixed_basis_warnings
from scoring.measures.pyramid import Pyramid, Rounding
from scoring.measures.pyramid_scores import PyramidScores, XCount, observations, score_peer
from scoring.observations.contributed import ReleasedModels, contributed_pyramids
from scoring.observations.rows import PeerRow, peer_rows
from scoring.observations.viewer import Viewer, may_see_scores

NEWEST_FIRST = (
    *("topic__key", "summary__position", "summary__summarizer", "owner__name"),
    *("-release__created_at", "-release__number", "-created_at"),
)
"""Sorts annotations by peer, then by matcher, then by release, the newest first."""


@dataclass(frozen=True, slots=True)
class ScoreSettings:
    """The user's choice of the annotations to score, and of how to score them.

    ``matcher``: the name of one owner, or "" for all. ``release``: a number, or None for the newest release against
    which each matcher has finished the peer. ``rounding``: None for the project's setting. ``jackknife``: whether to
    score model summaries too, and all summaries against leave-one-out pyramids. ``x``: how to count X of the original
    score.
    """

    include_drafts: bool = False
    rounding: Rounding | None = None
    matcher: str = ""
    release: int | None = None
    jackknife: bool = False
    x: XCount = XCount.DUCVIEW


@dataclass(frozen=True, slots=True)
class ScoredPeer:
    """A peer annotation (``row``) with its scores. ``origin``: the fields that its three scores share, such as the
    subject (the summary), the judge (the matcher) and the basis (the release that the peer is matched to).
    """

    row: PeerRow
    origin: Origin
    scores: PyramidScores


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The scores of a project, or of some of its annotations. ``observations``: a row for each peer and matcher.
    ``peers``: the annotation of each row, by its primary key (``Origin.work``). ``matchers``: the owners of annotations
    among whom the viewer can choose. ``withheld_count``: number of annotations left out because the project does not
    show their scores to the viewer now.
    """

    observations: Observations
    peers: Mapping[int, ScoredPeer]
    matchers: tuple[str, ...]
    withheld_count: int
    rounding: Rounding

    @property
    def rows(self) -> list[Row]:
        return list(self.observations.rows())

    @property
    def mixed_release_warnings(self) -> list[str]:
        """A sentence for each topic with scores against releases with different models or weights. Drafts that are not
        included have no scores.
        """
        return mixed_basis_warnings(origin for origin in self.observations.origins if origin.is_in_means)


def score_sheet(viewer: Viewer, settings: ScoreSettings, within: QuerySet[Work] | None = None) -> ScoreSheet:
    """Scores each peer for each matcher, among the annotations that the viewer may see.

    ``within``: the annotations to score; None for all. If a matcher has several annotations of a peer, only the one
    against the newest release is scored; a draft only if all are drafts.

    With ``settings.jackknife`` all scores are against pyramids with one model summary fewer
    (:mod:`scoring.measures.jackknife`), and the rows of the model summaries follow those of the peers.
    """
    rounding = settings.rounding or Rounding(viewer.project.rounding)
    visible, withheld_count = visible_rows(viewer, viewer.annotations() if within is None else within)
    released_models = contributed_pyramids(row.annotation.release for row in visible) if settings.jackknife else {}
    leave_one_out = {key: released.pyramid.leave_one_out() for key, released in released_models.items()}
    scored = []
    for row in with_progress(visible, time_share=0.6):  # of the remaining time of a run
        pyramids = leave_one_out.get(row.annotation.release.pk)
        drafts = settings.include_drafts
        scored.append(scored_row(row, rounding, include_drafts=drafts, leave_one_out=pyramids, x_count=settings.x))
    matchers = sorted({peer.origin.judge for peer in scored}, key=consensus_first)
    if any(peer.origin.subject.is_masked for peer in scored):  # the order of the import would reveal masked peers
        scored.sort(key=lambda peer: (peer.origin.subject.topic, peer.origin.subject.summarizer))
    chosen_peers = [peer for peer in scored if settings.matcher in ("", peer.origin.judge)]
    current = current_scores([peer for peer in chosen_peers if settings.release in (None, peer.origin.basis.number)])
    models = scored_models(current, released_models, rounding)
    scores = observations([*((peer.origin, peer.scores) for peer in current), *models])
    peers = {peer.row.annotation.pk: peer for peer in current}
    return ScoreSheet(scores, peers, tuple(matchers), withheld_count, rounding)


def visible_rows(viewer: Viewer, annotations: QuerySet[Work]) -> tuple[list[PeerRow], int]:
    """Returns the annotations whose scores the viewer may see, sorted by NEWEST_FIRST, and how many are withheld."""
    rows = peer_rows(annotations.order_by(*NEWEST_FIRST))
    visible = [row for row in rows if may_see_scores(row.annotation, viewer.role)]
    return visible, len(rows) - len(visible)


def live_score(annotations: QuerySet[Work], settings: ScoreSettings | None = None, role: str | None = "") -> ScoredPeer:
    """Returns the current scores of the first of ``annotations``, finished or not.

    Of ``settings`` only the rounding and the way to count X are used. ``role``: the viewer's; "" if the annotations
    have it as ``member_role``, which ``for_workspace`` adds. Raises Work.DoesNotExist if there are no annotations, and
    NotAllowed if the project does not show the scores now.
    """
    rows = peer_rows(annotations, limit=1)
    if not rows:
        raise Work.DoesNotExist
    annotation = rows[0].annotation
    if not may_see_scores(annotation, annotation.member_role if role == "" else role):
        raise NotAllowed("The project does not show the scores of this peer annotation now.")
    settings = settings or ScoreSettings()
    rounding = settings.rounding or Rounding(annotation.topic.project.rounding)
    return scored_row(rows[0], rounding, include_drafts=True, x_count=settings.x)


def scored_row(
    row: PeerRow,
    rounding: Rounding,
    *,
    include_drafts: bool,
    leave_one_out: Sequence[Pyramid] | None = None,
    x_count: XCount = XCount.DUCVIEW,
) -> ScoredPeer:
    """Returns the scores of an annotation. The scores of a draft are null, with a reason, unless drafts are included.
    ``leave_one_out``: the leave-one-out pyramids of the release, if scores are to be means over these; else None.
    """
    annotation, release = row.annotation, row.annotation.release
    project = annotation.topic.project
    is_draft = accepts_edits(annotation.state)
    is_in_means = include_drafts or not is_draft  # whether means over peers include the scores
    score = partial(score_peer, row.pyramid) if leave_one_out is None else partial(score_by_jackknife, leave_one_out)
    is_marked = row.is_non_matching_marked
    scores = score(row.peer, finished=is_in_means, non_matching_marked=is_marked, rounding=rounding, x_count=x_count)
    rounding_query = "" if rounding == project.rounding else f"&rounding={rounding}"
    # Leave-one-out pyramids have a model fewer than the release.
    jackknife_query = "" if scores.models == release.model_count else "&humans=jackknife"
    # Releases with the same weights can have different contributors, and then their leave-one-out pyramids differ.
    pyramid_hash = row.pyramid_hash if leave_one_out is None else ""
    origin = Origin(
        subject=_subject(annotation.summary, annotation.peer_name, is_masked=annotation.hides_peer),
        judge=annotation.owner.name,
        basis=Basis(
            release.pk,
            release.number,
            annotation.pyramid_owner,
            release.weight_source,
            release.warnings,
            pyramid_hash=pyramid_hash,
        ),
        is_draft=is_draft,
        is_in_means=is_in_means,
        counts=scores.counts,
        carried_to=row.carried_to,
        revision=annotation.revision,
        state=annotation.state,
        rounding=rounding.value,
        warnings=tuple(_warnings(row, scores)),
        link=f"{annotation.release_query}{rounding_query}{jackknife_query}",
        work=annotation.pk,
    )
    return ScoredPeer(row, origin, scores)


def scored_models(
    peers: Iterable[ScoredPeer], released_models: Mapping[int, ReleasedModels], rounding: Rounding
) -> list[tuple[Origin, PyramidScores]]:
    """Scores the model summaries of the releases that ``peers`` are matched to, each against the others. Peers that do
    not count (drafts) are ignored. The judge of a model summary is the owner of the pyramid, or empty if hidden; the
    revision is the release's. ``released_models``: by primary key of the release.
    """
    included = [peer for peer in peers if peer.origin.is_in_means]
    peer_by_release = {peer.origin.basis.key: peer for peer in included if peer.origin.basis.key in released_models}
    scored = []
    for key, peer in peer_by_release.items():
        for model_key, model in released_models[key].models.items():
            scores = score_model(released_models[key].pyramid, model_key, rounding=rounding)
            origin = Origin(
                subject=_subject(model, model.summarizer, kind=HUMAN),
                judge=peer.origin.basis.owner,
                basis=peer.origin.basis,
                counts=scores.counts,
                revision=peer.row.annotation.release.revision,
                state="released",
                rounding=rounding.value,
                warnings=(*scores.undefined_sentences, *peer.origin.basis.warnings),
            )
            scored.append((origin, scores))
    return scored


def current_scores(scored: Sequence[ScoredPeer]) -> list[ScoredPeer]:
    """Returns one annotation for each peer and matcher: the first that counts in means, else the first (the newest)."""
    current: dict[tuple[int, int], ScoredPeer] = {}
    for peer in scored:
        key = (peer.row.annotation.summary.pk, peer.row.annotation.owner_id)
        if key not in current or (peer.origin.is_in_means and not current[key].origin.is_in_means):
            current[key] = peer
    return list(current.values())


def consensus_first(name: str) -> tuple[bool, str]:
    """Returns a sort key for names of owners, which puts the consensus first."""
    return name != CONSENSUS, name


def _subject(summary: Summary, name: str, *, kind: str = "", is_masked: bool = False) -> Subject:
    topic = summary.topic
    return Subject(topic.project.slug, topic.key, name, kind or summary.kind, summary.pk, is_masked, summary.position)


def _warnings(row: PeerRow, scores: PyramidScores) -> list[str]:
    warnings = [*scores.undefined_sentences, *row.annotation.release.warnings]
    number = row.annotation.release.number
    if row.carried_to is not None:
        warnings.append(f"Matched against release {number}; carried over to release {row.carried_to}.")
    elif row.latest_release > number and not row.annotation.hides_pyramid:
        warnings.append(f"Matched against release {number}; the newest of this pyramid is {row.latest_release}.")
    return warnings
