"""Numbers, links and cells of score tables. Cells are built without templates because a page can have thousands."""

from collections.abc import Sequence

from django import template
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from annotator.projects.models import Topic
from scoring.measures.observation import Observation, Origin
from scoring.results.scores.rows import Cell, SummarizerRow
from scoring.stats.significance import Pair, differs

register = template.Library()


@register.filter
def number(value: float | None) -> str | SafeString:
    """The number as text: an int as it is, a float with four decimals (its tooltip has all digits), a dash for None."""
    if value is None:
        return "–"
    if isinstance(value, int):
        return str(value)
    return mark_safe(f'<data value="{value!r}" title="{value!r}">{value:.4f}</data>')  # noqa: S308 (a float)


@register.simple_tag
def release_note(releases: dict[str, list[str]], topic: str) -> str:
    """The releases that the peers of a topic are scored against, for the heading of its column. ``releases``: the
    names of these releases by the key of the topic.
    """
    names = releases.get(topic, [])
    return f"release{'' if len(names) == 1 else 's'} {', '.join(names)}" if names else ""


@register.simple_tag
def detail_url(origin: Origin) -> str:
    """The URL of the page that explains a score. ``origin.link``: its query string (release, rounding, jackknife)."""
    subject = origin.subject
    path = reverse("peer-score", args=[subject.project, subject.topic, subject.summarizer, origin.judge])
    return f"{path}?{origin.link}"


@register.simple_tag(takes_context=True)
def score_file_url(context: template.Context, file_format: str, shape: str = "long") -> str:
    """The URL of the page's scores as a file, with the choices made on the page. ``shape``: "long" for a row with all
    kinds of score for each peer and matcher; "wide" for a table of one kind of score, a row for each summarizer.
    """
    project, topic = context["project"], context.get("topic")
    args = [project.slug, *([topic.key] if topic else []), file_format]
    query = context["request"].GET.copy()
    for name in ("sort", "order", *(("score",) if shape == "long" and file_format != "xlsx" else ())):
        query.pop(name, None)
    if shape != "long":
        query["shape"], query["score"] = shape, context["score_kind"]
    path = reverse("topic-scores-file" if topic else "project-scores-file", args=args)
    return f"{path}?{query.urlencode()}" if query else path


@register.simple_tag
def score_cells(row: SummarizerRow, topics: Sequence[Topic], releases: dict[str, list[str]]) -> SafeString:
    """The cells of a row, one for each topic. ``releases``: as in ``release_note``. On a topic with several releases,
    each cell names its release.
    """
    cells = (_cell(row.cells.get(topic.key), shows_release=len(releases.get(topic.key, ())) > 1) for topic in topics)
    return mark_safe("\n".join(cells))  # noqa: S308 (names are escaped below)


@register.simple_tag
def score_cell(score: Observation) -> SafeString:
    """The cell of a score. ``data-label`` names it on phones, where the table has no head."""
    label = escape(score.measure.title)
    return mark_safe(  # noqa: S308 (names are escaped below)
        f'<td class="num score" data-label="{label}">{_linked_score(score)}</td>'
    )


@register.simple_tag
def pair_cells(pairs: Sequence[Pair], empty_count: int) -> SafeString:
    """The cells of a row in the matrix of pairs, after ``empty_count`` empty columns."""
    empty = f'<td colspan="{empty_count}"></td>' if empty_count else ""
    return mark_safe(empty + "".join(_pair_cell(pair) for pair in pairs))  # noqa: S308 (numbers only)


def _cell(cell: Cell | None, *, shows_release: bool) -> str:
    if cell is None:
        return '<td class="num"></td>'
    note = _release_html([score.origin for score in cell.by_judge], shows_release=shows_release)
    content = _linked_score(cell.score, note) if len(cell.by_judge) == 1 else _linked_mean(cell, note)
    return f'<td class="num score">{content}</td>'


def _linked_score(score: Observation, note: str = "") -> str:
    text = f"{'draft ' if score.origin.is_draft else ''}{_score_html(score)}{note}"
    if score.origin.link:
        return f'<a href="{escape(detail_url(score.origin))}"{_title_attribute(score)}>{text}</a>'
    return f"<span{_title_attribute(score)}>{text}</span>"


def _linked_mean(cell: Cell, note: str) -> str:
    """The mean over several matchers, with a link to the page of the topic, which shows the score by each matcher."""
    url = reverse("topic-scores", args=[cell.score.subject.project, cell.score.subject.topic])
    draft = "draft " if cell.is_draft else ""
    text = f"{draft}{_score_html(cell.score)} <small>mean of {len(cell.by_judge)}</small>{note}"
    return f'<a href="{escape(url)}"{_title_attribute(cell.score)}>{text}</a>'


def _title_attribute(score: Observation) -> str:
    return f' title="{escape(score.missing.sentence)}"' if score.missing else ""


def _score_html(score: Observation) -> str:
    text = f"<b>{number(score.value)}</b>"
    if score.value is None:
        return text
    return f"{text} <small>X&nbsp;{number(score.details['x'])} Max&nbsp;{number(score.details['max'])}</small>"


def _release_html(origins: Sequence[Origin], *, shows_release: bool) -> str:
    """The note on the release in a cell; "" unless ``shows_release`` or an annotation was carried over to another
    release.
    """
    carried_to = [origin.carried_to for origin in origins if origin.carried_to]
    if not shows_release and not carried_to:
        return ""
    numbers = sorted({origin.basis.number for origin in origins})
    text = f"release{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"
    return f' <small class="pinned">{text}{f", carried over to {carried_to[0]}" if carried_to else ""}</small>'


def _pair_cell(pair: Pair) -> str:
    if pair.test is None or pair.interval is None:
        return '<td class="num" title="fewer than two topics in common">–</td>'
    low, high = pair.interval
    effect = "" if pair.effect is None else f", {pair.effect:.2f} standard deviations"
    title = (
        f"difference {pair.difference:.4f} ({low:.4f} to {high:.4f}){effect} on {pair.topics} topics; "
        f"{'exact' if pair.test.exact else 'sampled'} p {_short_p(pair.test.p)}, Holm {_short_p(pair.test.holm)}, "
        f"Benjamini-Hochberg {_short_p(pair.test.benjamini_hochberg)}"
    )
    text = f'<data value="{pair.test.holm!r}">{_short_p(pair.test.holm)}</data>'
    return f'<td class="num" title="{title}">{f"<b>{text}</b>" if differs(pair) else text}</td>'


def _short_p(p: float) -> str:
    """A p-value with three decimals, such as ".050"; "<.001" for smaller values, and "1" if it rounds to 1."""
    return "&lt;.001" if p < 0.0005 else f"{p:.3f}".removeprefix("0") if p < 0.9995 else "1"
