"""Cells of score tables, built without a template for each: a page can have thousands."""

from collections.abc import Sequence

from django import template
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from annotator.projects.models import Topic
from scoring.core.paired_tests import Pair, PValue
from scoring.core.pyramid_scores import Score
from scoring.services.score_ranking import Ranking, differs
from scoring.services.score_rows import Cell, SummarizerRow
from scoring.services.scored import Scored, ScoredPeer
from scoring.templatetags.score_tables import detail_url, mixes, number

register = template.Library()


@register.simple_tag
def score_cells(row: SummarizerRow, topics: Sequence[Topic], releases: dict[str, list[str]]) -> SafeString:
    """The cells of a row, one a topic; ``releases``: by topic those in use, said in cells where they are several."""
    cells = ((row.cells.get(topic.key), topic.key) for topic in topics)
    # Every text in them is escaped where it comes in.
    return mark_safe("\n".join(_cell(cell, mixed=mixes(releases, key)) for cell, key in cells))  # noqa: S308


@register.simple_tag
def score_cell(one: Scored, score: Score) -> SafeString:
    """One of the scores of a peer, with X and Max."""
    return mark_safe(f'<td class="num score">{_content(one, score, pinned="")}</td>')  # noqa: S308 (as above)


def _cell(cell: Cell | None, *, mixed: bool) -> str:
    if cell is None:
        return '<td class="num"></td>'
    if len(cell.several) > 1:
        return f'<td class="num score">{_mean(cell, mixed=mixed)}</td>'
    one = cell.several[0]
    return f'<td class="num score">{_content(one, cell.score, pinned=_pinned([one], mixed=mixed))}</td>'


def _content(one: Scored, score: Score, *, pinned: str) -> str:
    shown = f"{'draft ' if one.is_draft else ''}{_score(score)}{pinned}"
    reason = f' title="{escape(score.reason.value)}"' if score.reason else ""
    if isinstance(one, ScoredPeer):
        return f'<a href="{escape(detail_url(one))}"{reason}>{shown}</a>'
    return f"<span{reason}>{shown}</span>"


def _mean(cell: Cell, *, mixed: bool) -> str:
    """The mean of several who matched a peer leads to the topic, where each stands."""
    one = cell.several[0]
    address = reverse("topic-scores", args=[one.project, one.topic])
    told = f" <small>mean of {len(cell.several)}</small>{_pinned(cell.several, mixed=mixed)}"
    reason = f' title="{escape(cell.score.reason.value)}"' if cell.score.reason else ""
    return f'<a href="{escape(address)}"{reason}>{"draft " if cell.is_draft else ""}{_score(cell.score)}{told}</a>'


def _score(score: Score) -> str:
    shown = f"<b>{number(score.score)}</b>"
    if score.score is None:
        return shown
    return f"{shown} <small>X&nbsp;{number(score.x)} Max&nbsp;{number(score.max)}</small>"


def _pinned(several: Sequence[Scored], *, mixed: bool) -> str:
    """The release, where a topic has several or the annotation was carried over to another."""
    carried = [one.carried_to for one in several if one.carried_to]
    if not mixed and not carried:
        return ""
    numbers = sorted({one.release.number for one in several})
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
