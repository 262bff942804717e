"""Cells of tables with the scores of judgments. They are built without templates because a page can have thousands."""

from collections.abc import Sequence

from django import template
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from scoring.results.judgments.judged_scores import SummaryScore
from scoring.results.judgments.summarizers import ScoreTable
from scoring.results.scores.rows import SummarizerRow
from scoring.templatetags.score_tables import number

register = template.Library()


@register.simple_tag
def judged_cells(table: ScoreTable, row: SummarizerRow, topics: Sequence[str]) -> SafeString:
    """The cells of a summarizer, one for each topic. The tooltip of a cell has the scores by each judge, or the reason
    why there is no score.
    """
    cells = (_cell(table.by_summary.get((topic, row.kind, row.summarizer))) for topic in topics)
    return mark_safe("".join(cells))  # noqa: S308 (names are escaped below)


@register.simple_tag
def mean_cells(means: Sequence[float | None]) -> SafeString:
    """A cell for each mean."""
    return mark_safe("".join(f'<td class="num">{number(mean)}</td>' for mean in means))  # noqa: S308 (numbers only)


@register.simple_tag
def count_cells(counts: Sequence[int]) -> SafeString:
    """A cell for each count; empty for 0."""
    return mark_safe("".join(f'<td class="num">{count or ""}</td>' for count in counts))  # noqa: S308 (numbers only)


@register.simple_tag(takes_context=True)
def results_file_url(context: template.Context, file_format: str) -> str:
    """The URL of the results as a file, with the choices made on the page."""
    query = context["request"].GET.copy()
    for name in ("score", "common", "tests", "figure", "as", "run"):
        query.pop(name, None)
    path = reverse("judgment-results-file", args=[context["project"].slug, context["instrument"].key, file_format])
    return f"{path}?{query.urlencode()}" if query else path


def _cell(score: SummaryScore | None) -> str:
    if score is None:
        return '<td class="num"></td>'
    if score.missing:
        title = score.missing.sentence
    else:
        known = ((judge, value) for judge, value in sorted(score.by_judge.items()) if value is not None)
        title = ", ".join(f"{judge} {float(value):.4g}" for judge, value in known)
    value = None if score.value is None else float(score.value)
    text = "–" if value is None else f'<data value="{value!r}">{value:.4f}</data>'
    count = len(score.by_judge)
    note = f" <small>{count} judges</small>" if count > 1 else ""
    return f'<td class="num" title="{escape(title)}">{text}{note}</td>'
