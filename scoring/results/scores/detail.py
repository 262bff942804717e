"""The basis of a score: the SCUs that a peer was matched to, in its words, and the SCUs it misses.

The diagnostic use of pyramids: Nenkova & Passonneau 2004, sections 3 and 5.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from annotator.matching.models import Unit
from annotator.projects.models import Summary
from annotator.pyramids.models import ReleasedScu
from annotator.work.models import Work
from scoring.figures.figure import Figure
from scoring.figures.pyramid_plot import Cell, PyramidPlot
from scoring.figures.pyramid_plot import Tier as DrawnTier

GAP = " … "
"""Joins the parts of a discontinuous contributor."""


@dataclass(frozen=True, slots=True)
class Wording:
    """A contributor's text, with the letter and the author of its model summary."""

    letter: str
    summarizer: str
    text: str


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


def score_detail(annotation: Work) -> ScoreDetail:
    of_topic = Summary.objects.filter(topic=annotation.topic_id)
    needed = of_topic.model_summaries() | of_topic.filter(pk=annotation.summary.pk)
    summaries = {summary.pk: summary for summary in needed.defer("words", "sentences")}
    peer = summaries[annotation.summary.pk]
    mentions: dict[int | None, list[str]] = {}
    for unit in Unit.objects.filter(annotation=annotation.pk).prefetch_related("parts"):
        spans = ((part.start, part.end) for part in unit.parts.all())
        mentions.setdefault(unit.scu_id, []).append(words(peer.text, spans))
    released = ReleasedScu.objects.filter(release=annotation.release_id).order_by("-weight", "position", "pk")
    scus = [
        DetailScu(scu.uid, scu.label, scu.weight, tuple(mentions.get(scu.pk, ())), wordings(scu, summaries))
        for scu in released
    ]
    return ScoreDetail(
        matched=tuple(scu for scu in scus if scu.mentions),
        non_matching=tuple(mentions.get(None, ())),
        missing=tuple(_tiers(scus)),
    )


def wordings(scu: ReleasedScu, summaries: Mapping[int, Summary]) -> tuple[Wording, ...]:
    """How each contributor words an SCU, by the models' letters. ``summaries``: the models by key."""
    contributors = []
    for contributor in scu.contributors:
        summary = summaries[contributor["summary"]]
        spans = ((part["start"], part["end"]) for part in contributor["parts"])
        contributors.append(Wording(summary.letter, summary.summarizer, words(summary.text, spans)))
    return tuple(sorted(contributors, key=lambda wording: (len(wording.letter), wording.letter)))


def words(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The parts in text order."""
    return GAP.join(" ".join(text[start:end].split()) for start, end in sorted(spans))


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
