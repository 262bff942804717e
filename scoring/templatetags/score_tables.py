"""Numbers, links and cells of score tables. Cells are built without templates, since a page can have thousands."""

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

register = template.Library()


@register.filter
def number(value: float | None) -> str | SafeString:
    """A whole number as it is, another to four decimals with all digits in its title, None as a dash."""
    if value is None:
        return "–"
    if isinstance(value, int):
        return str(value)
    return mark_safe(f'<data value="{value!r}" title="{value!r}">{value:.4f}</data>')  # noqa: S308 (a float)


@register.simple_tag
def release_note(releases: dict[str, list[str]], topic: str) -> str:
    """The release of a topic's scores, for the head of its column."""
    used = releases.get(topic, [])
    return f"release{'' if len(used) == 1 else 's'} {', '.join(used)}" if used else ""


@register.simple_tag
def detail_url(origin: Origin) -> str:
    """The page of one score, with the release, rounding and jackknife of that score."""
    subject = origin.subject
    path = reverse("peer-score", args=[subject.project, subject.topic, subject.summarizer, origin.judge])
    return f"{path}?{origin.link}"


@register.simple_tag(takes_context=True)
def score_file(context: template.Context, form: str, shape: str = "long") -> str:
    """The URL of the page's scores as a file, with the choices made on the page."""
    project, topic = context["project"], context.get("topic")
    args = [project.slug, *([topic.key] if topic else []), form]
    query = context["request"].GET.copy()
    for name in ("sort", "order", *(("score",) if shape == "long" else ())):
        query.pop(name, None)
    if shape != "long":
        query["shape"], query["score"] = shape, context["kind"]
    path = reverse("topic-scores-file" if topic else "project-scores-file", args=args)
    return f"{path}?{query.urlencode()}" if query else path


@register.simple_tag
def score_cells(row: SummarizerRow, topics: Sequence[Topic], releases: dict[str, list[str]]) -> SafeString:
    """The cells of a row, one for each topic. ``releases``: by topic; cells name theirs if a topic has several."""
    cells = (_cell(row.cells.get(topic.key), mixed=len(releases.get(topic.key, ())) > 1) for topic in topics)
    return mark_safe("\n".join(cells))  # noqa: S308 (names are escaped below)


@register.simple_tag
def score_cell(score: Observation) -> SafeString:
    """One of the scores of a peer, with X and Max."""
    return mark_safe(f'<td class="num score">{_linked_score(score)}</td>')  # noqa: S308 (names are escaped below)


@register.simple_tag
def pair_cells(ranking: Ranking, pairs: Sequence[Pair], before: int) -> SafeString:
    """The cells of a row in the matrix of pairs, after ``before`` empty ones."""
    empty = f'<td colspan="{before}"></td>' if before else ""
    return mark_safe(empty + "".join(_pair(pair, ranking.test) for pair in pairs))  # noqa: S308 (numbers only)


def _cell(cell: Cell | None, *, mixed: bool) -> str:
    if cell is None:
        return '<td class="num"></td>'
    note = _release_note([score.origin for score in cell.scores], mixed=mixed)
    content = _linked_score(cell.score, note) if len(cell.scores) == 1 else _linked_mean(cell, note)
    return f'<td class="num score">{content}</td>'


def _linked_score(score: Observation, note: str = "") -> str:
    text = f"{'draft ' if score.origin.draft else ''}{_score(score)}{note}"
    if score.origin.link:
        return f'<a href="{escape(detail_url(score.origin))}"{_title(score)}>{text}</a>'
    return f"<span{_title(score)}>{text}</span>"


def _linked_mean(cell: Cell, note: str) -> str:
    """The mean over several matchers, with a link to the topic, which has the score of each."""
    subject = cell.score.subject
    url = reverse("topic-scores", args=[subject.project, subject.topic])
    draft = "draft " if cell.is_draft else ""
    text = f"{draft}{_score(cell.score)} <small>mean of {len(cell.scores)}</small>{note}"
    return f'<a href="{escape(url)}"{_title(cell.score)}>{text}</a>'


def _title(score: Observation) -> str:
    return f' title="{escape(score.missing.sentence)}"' if score.missing else ""


def _score(score: Observation) -> str:
    text = f"<b>{number(score.value)}</b>"
    if score.value is None:
        return text
    return f"{text} <small>X&nbsp;{number(score.details['x'])} Max&nbsp;{number(score.details['max'])}</small>"


def _release_note(origins: Sequence[Origin], *, mixed: bool) -> str:
    """The release, if a topic has several or the annotation was carried over to another."""
    carried = [origin.carried_to for origin in origins if origin.carried_to]
    if not mixed and not carried:
        return ""
    numbers = sorted({origin.basis.number for origin in origins})
    text = f"release{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"
    return f' <small class="pinned">{text}{f", carried over to {carried[0]}" if carried else ""}</small>'


def _pair(pair: Pair, test: str) -> str:
    p_value: PValue | None = getattr(pair, test)
    if p_value is None or pair.interval is None or pair.permutation is None or pair.bootstrap is None:
        return '<td class="num" title="fewer than two topics in common">–</td>'
    low, high = pair.interval
    title = (
        f"difference {pair.difference:.4f} ({low:.4f} to {high:.4f}) on {pair.topics} topics; "
        f"permutation{', exact,' if pair.exact else ''} p {_p(pair.permutation.p)}, "
        f"corrected {_p(pair.permutation.adjusted)}; "
        f"bootstrap p {_p(pair.bootstrap.p)}, corrected {_p(pair.bootstrap.adjusted)}"
    )
    text = f'<data value="{p_value.adjusted!r}">{_p(p_value.adjusted)}</data>'
    return f'<td class="num" title="{title}">{f"<b>{text}</b>" if differs(pair, test) else text}</td>'


def _p(p: float) -> str:
    """Three decimals; the smallest as "<.001"."""
    return "&lt;.001" if p < 0.0005 else f"{p:.3f}".removeprefix("0") if p < 0.9995 else "1"
