"""The basis of a score: the SCUs that a peer was matched to, in its words, and the SCUs it misses.

The diagnostic use of pyramids: Nenkova & Passonneau 2004, sections 3 and 5.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from annotator.matching.models import Unit
from annotator.projects.models import Summary
from annotator.pyramids.models import ReleasedScu
from annotator.work.models import Work
from scoring.figures.figure import Figure
from scoring.figures.pyramid_plot import Cell, PyramidPlot
from scoring.figures.pyramid_plot import Tier as DrawnTier
from scoring.results.wordings import Wording, wordings, words


@dataclass(frozen=True, slots=True)
class DetailScu:
    """An SCU of the release, with the peer's mentions of it (none: it is missing) and the models' wording."""

    uid: int
    label: str
    weight: int
    mentions: tuple[str, ...]
    wordings: tuple[Wording, ...]


@dataclass(frozen=True, slots=True)
class Tier:
    """The missing SCUs of one weight; ``size`` is the number of all SCUs of that weight."""

    weight: int
    size: int
    scus: tuple[DetailScu, ...]


@dataclass(frozen=True, slots=True)
class ScoreDetail:
    """Matched SCUs, heaviest first; the peer's words that match nothing; missing SCUs from the top tier down."""

    matched: tuple[DetailScu, ...]
    non_matching: tuple[str, ...]
    missing: tuple[Tier, ...]

    def as_json(self) -> dict[str, Any]:
        """Plain values for the API."""
        return asdict(self)


def score_detail(annotation: Work) -> ScoreDetail:
    summaries = _summaries(annotation)
    peer = summaries[annotation.summary.pk]
    mentions: dict[int | None, list[str]] = {}
    for unit in Unit.objects.filter(annotation=annotation.pk).prefetch_related("parts"):
        spans = ((part.start, part.end) for part in unit.parts.all())
        mentions.setdefault(unit.scu_id, []).append(words(peer.text, spans))
    released = ReleasedScu.objects.filter(release=annotation.release_id).order_by("-weight", "position", "pk")
    scus = [_detail_scu(scu, mentions.get(scu.pk, ()), summaries) for scu in released]
    return ScoreDetail(
        matched=tuple(scu for scu in scus if scu.mentions),
        non_matching=tuple(mentions.get(None, ())),
        missing=tuple(_tiers(scus)),
    )


def _summaries(annotation: Work) -> Mapping[int, Summary]:
    """The peer and the model summaries of its topic by key."""
    summaries = Summary.objects.filter(topic=annotation.topic_id)
    needed = summaries.model_summaries() | summaries.filter(pk=annotation.summary.pk)
    return {summary.pk: summary for summary in needed.defer("words", "sentences")}


def _detail_scu(scu: ReleasedScu, mentions: Iterable[str], summaries: Mapping[int, Summary]) -> DetailScu:
    return DetailScu(scu.uid, scu.label, scu.weight, tuple(mentions), wordings(scu, summaries))


def _tiers(scus: list[DetailScu]) -> Iterable[Tier]:
    for weight in sorted({scu.weight for scu in scus}, reverse=True):
        tier = [scu for scu in scus if scu.weight == weight]
        missing = tuple(scu for scu in tier if not scu.mentions)
        if missing:
            yield Tier(weight, len(tier), missing)


def matched_pyramid(detail: ScoreDetail) -> Figure:
    """The release's pyramid, a cell an SCU; within a tier matched ones first, as the page lists them."""
    cells: dict[int, list[Cell]] = {}
    for scu in detail.matched:
        cells.setdefault(scu.weight, []).append(Cell(scu.label, matched=True))
    for tier in detail.missing:
        cells.setdefault(tier.weight, []).extend(Cell(scu.label, matched=False) for scu in tier.scus)
    tiers = tuple(DrawnTier(weight, tuple(cells[weight])) for weight in sorted(cells, reverse=True))
    matched, total = len(detail.matched), sum(len(tier.cells) for tier in tiers)
    about = f"A cell for each SCU, the heaviest on top: {matched} of {total} are in the peer (filled)."
    return Figure("pyramid", "The pyramid and what the peer has of it", about, PyramidPlot(tiers))
