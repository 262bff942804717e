"""Cells of score tables, built without a template for each: a page can have thousands."""

from collections.abc import Sequence

from django import template
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from annotator.projects.models import Topic
from scoring.measures.observation import Observation, Origin
from scoring.results.scores.ranking import Ranking, differs
from scoring.results.scores.rows import Cell, SummarizerRow
from scoring.stats.significance import Pair, PValue
from scoring.templatetags.score_tables import detail_url, mixes, number

register = template.Library()


@register.simple_tag
def score_cells(row: SummarizerRow, topics: Sequence[Topic], releases: dict[str, list[str]]) -> SafeString:
    """The cells of a row, one a topic; ``releases``: by topic those in use, said in cells where they are several."""
    cells = ((row.cells.get(topic.key), topic.key) for topic in topics)
    # Every text in them is escaped where it comes in.
    return mark_safe("\n".join(_cell(cell, mixed=mixes(releases, key)) for cell, key in cells))  # noqa: S308


@register.simple_tag
def score_cell(one: Observation) -> SafeString:
    """One of the scores of a peer, with X and Max."""
    return mark_safe(f'<td class="num score">{_content(one, pinned="")}</td>')  # noqa: S308 (as above)


def _cell(cell: Cell | None, *, mixed: bool) -> str:
    if cell is None:
        return '<td class="num"></td>'
    pinned = _pinned([one.origin for one in cell.several], mixed=mixed)
    shown = _content(cell.score, pinned=pinned) if len(cell.several) == 1 else _mean(cell, pinned=pinned)
    return f'<td class="num score">{shown}</td>'


def _content(one: Observation, *, pinned: str) -> str:
    shown = f"{'draft ' if one.origin.draft else ''}{_score(one)}{pinned}"
    if one.origin.link:
        return f'<a href="{escape(detail_url(one.origin))}"{_reason(one)}>{shown}</a>'
    return f"<span{_reason(one)}>{shown}</span>"


def _mean(cell: Cell, *, pinned: str) -> str:
    """The mean of several who matched a peer leads to the topic, where each stands."""
    subject = cell.score.subject
    address = reverse("topic-scores", args=[subject.project, subject.topic])
    told = f" <small>mean of {len(cell.several)}</small>{pinned}"
    draft = "draft " if cell.is_draft else ""
    return f'<a href="{escape(address)}"{_reason(cell.score)}>{draft}{_score(cell.score)}{told}</a>'


def _reason(one: Observation) -> str:
    return f' title="{escape(one.missing.sentence)}"' if one.missing else ""


def _score(one: Observation) -> str:
    shown = f"<b>{number(one.value)}</b>"
    if one.value is None:
        return shown
    return f"{shown} <small>X&nbsp;{number(one.details['x'])} Max&nbsp;{number(one.details['max'])}</small>"


def _pinned(several: Sequence[Origin], *, mixed: bool) -> str:
    """The release, where a topic has several or the annotation was carried over to another."""
    carried = [one.carried_to for one in several if one.carried_to]
    if not mixed and not carried:
        return ""
    numbers = sorted({one.basis.number for one in several})
    said = f"release{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"
    return f' <small class="pinned">{said}{f", carried over to {carried[0]}" if carried else ""}</small>'


@register.simple_tag
def pair_cells(ranking: Ranking, pairs: Sequence[Pair], before: int) -> SafeString:
    """The cells of a row of the matrix of pairs, after so many empty ones."""
    empty = f'<td colspan="{before}"></td>' if before else ""
    # Nothing in them but numbers and the sentences here.
    return mark_safe(empty + "".join(_pair(pair, ranking.test) for pair in pairs))  # noqa: S308


def _pair(pair: Pair, test: str) -> str:
    found: PValue | None = getattr(pair, test)
    if found is None or pair.interval is None or pair.permutation is None or pair.bootstrap is None:
        return '<td class="num" title="fewer than two topics in common">–</td>'
    low, high = pair.interval
    told = (
        f"difference {pair.difference:.4f} ({low:.4f} to {high:.4f}) on {pair.topics} topics; "
        f"permutation{', exact,' if pair.exact else ''} p {_p(pair.permutation.p)}, "
        f"corrected {_p(pair.permutation.adjusted)}; "
        f"bootstrap p {_p(pair.bootstrap.p)}, corrected {_p(pair.bootstrap.adjusted)}"
    )
    shown = f'<data value="{found.adjusted!r}">{_p(found.adjusted)}</data>'
    return f'<td class="num" title="{told}">{f"<b>{shown}</b>" if differs(pair, test) else shown}</td>'


def _p(p: float) -> str:
    """Three decimals; the smallest as "<.001"."""
    return "&lt;.001" if p < 0.0005 else f"{p:.3f}".removeprefix("0") if p < 0.9995 else "1"
