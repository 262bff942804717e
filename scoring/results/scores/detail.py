"""What a score is based on: the SCUs that a peer expresses, with the peer's words, and the SCUs that the peer misses.

The diagnostic use of pyramids: Nenkova & Passonneau 2004, sections 3 and 5.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from annotator.matching.models import Unit
from annotator.projects.models import Summary
from annotator.pyramids.models import ReleasedScu
from annotator.work.models import Work
from scoring.figures.figure import Figure
from scoring.figures.pyramid_plot import PlotCell, PlotTier, PyramidPlot
from scoring.results.relations.implied import RelatedScus

GAP = " … "
"""Joins the parts of a discontinuous contributor."""


@dataclass(frozen=True, slots=True)
class Wording:
    """The text of a contributor, with the letter and the summarizer of its model summary."""

    letter: str
    summarizer: str
    text: str


@dataclass(frozen=True, slots=True)
class DetailScu:
    """An SCU of the release, with the peer's mentions of it (none if the peer misses it) and the models' wordings."""

    uid: int
    label: str
    weight: int
    mentions: tuple[str, ...]
    wordings: tuple[Wording, ...]


@dataclass(frozen=True, slots=True)
class MissingTier:
    """The SCUs of one weight that the peer misses; ``size`` is the number of all SCUs of that weight."""

    weight: int
    size: int
    scus: tuple[DetailScu, ...]


@dataclass(frozen=True, slots=True)
class ScoreDetail:
    """``matched``: the SCUs that the peer expresses, heaviest first. ``missing``: the SCUs that it misses, by tier, the
    heaviest first. ``non_matching``: the texts of the units that match no SCU. ``related_scus``: all SCUs with their
    relations.
    """

    matched: tuple[DetailScu, ...]
    non_matching: tuple[str, ...]
    missing: tuple[MissingTier, ...]
    related_scus: RelatedScus


def score_detail(annotation: Work) -> ScoreDetail:
    """The SCUs behind the scores of a peer annotation."""
    topic_summaries = Summary.objects.filter(topic=annotation.topic_id)
    models_and_peer = topic_summaries.model_summaries() | topic_summaries.filter(pk=annotation.summary.pk)
    summaries = {summary.pk: summary for summary in models_and_peer.defer("words", "sentences")}
    peer = summaries[annotation.summary.pk]
    mentions: dict[int | None, list[str]] = {}
    for unit in Unit.objects.filter(annotation=annotation.pk).prefetch_related("parts"):
        spans = ((part.start, part.end) for part in unit.parts.all())
        mentions.setdefault(unit.scu_id, []).append(joined_spans(peer.text, spans))
    released_scus = ReleasedScu.objects.filter(release=annotation.release_id).order_by("-weight", "position", "pk")
    scus = [
        DetailScu(scu.uid, scu.label, scu.weight, tuple(mentions.get(scu.pk, ())), wordings(scu, summaries))
        for scu in released_scus
    ]
    return ScoreDetail(
        matched=tuple(scu for scu in scus if scu.mentions),
        non_matching=tuple(mentions.get(None, ())),
        missing=tuple(_missing_tiers(scus)),
        related_scus={str(scu.uuid): {"uid": scu.uid, "relations": scu.relations} for scu in released_scus},
    )


def wordings(scu: ReleasedScu, summaries: Mapping[int, Summary]) -> tuple[Wording, ...]:
    """The texts of an SCU's contributors, in order of the models' letters. ``summaries``: by primary key."""
    contributors = []
    for contributor in scu.contributors:
        summary = summaries[contributor["summary"]]
        spans = ((part["start"], part["end"]) for part in contributor["parts"])
        contributors.append(Wording(summary.letter, summary.summarizer, joined_spans(summary.text, spans)))
    return tuple(sorted(contributors, key=lambda wording: (len(wording.letter), wording.letter)))  # A ... Z, AA ...


def joined_spans(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The texts of the spans in text order, joined by GAP; whitespace within a span becomes single spaces."""
    return GAP.join(" ".join(text[start:end].split()) for start, end in sorted(spans))


def _missing_tiers(scus: list[DetailScu]) -> Iterable[MissingTier]:
    for weight in sorted({scu.weight for scu in scus}, reverse=True):
        tier = [scu for scu in scus if scu.weight == weight]
        missing = tuple(scu for scu in tier if not scu.mentions)
        if missing:
            yield MissingTier(weight, len(tier), missing)


def matched_pyramid(detail: ScoreDetail) -> Figure:
    """A figure of the released pyramid with one cell per SCU. Within a tier matched SCUs come first, as on the page."""
    cells: dict[int, list[PlotCell]] = {}
    for scu in detail.matched:
        cells.setdefault(scu.weight, []).append(PlotCell(scu.label, is_matched=True))
    for tier in detail.missing:
        cells.setdefault(tier.weight, []).extend(PlotCell(scu.label, is_matched=False) for scu in tier.scus)
    tiers = tuple(PlotTier(weight, tuple(cells[weight])) for weight in sorted(cells, reverse=True))
    matched, total = len(detail.matched), sum(len(tier.cells) for tier in tiers)
    about = f"A cell for each SCU, the heaviest on top: {matched} of {total} are in the peer (filled)."
    return Figure("pyramid", "The pyramid and the SCUs that the peer expresses", about, PyramidPlot(tiers))
