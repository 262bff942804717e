"""Numbers and links of score tables."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scoring.core.pyramid_scores import Score
from scoring.services.score_table import TableRow
from scoring.services.scored import Scored, ScoredPeer

register = template.Library()


@register.filter
def number(value: float | None) -> str | SafeString:
    """Whole numbers as they are, others to four decimals with all digits in the title; a dash for none."""
    if value is None:
        return "–"
    if isinstance(value, int):
        return str(value)
    return format_html('<data value="{0}" title="{0}">{1}</data>', repr(value), f"{value:.4f}")


@register.filter
def is_number(value: Any) -> bool:
    """Whether a value of a table is a number, and not a text or none."""
    return isinstance(value, int | float)


@register.filter
def score_of(one: Scored, kind: str) -> Score:
    """The score of a kind."""
    score: Score = getattr(one.scores, kind)
    return score


@register.simple_tag
def release_note(releases: dict[str, list[str]], topic: str) -> str:
    """Under the head of a topic's column: the release of its scores."""
    used = releases.get(topic, [])
    return f"release{'' if len(used) == 1 else 's'} {', '.join(used)}" if used else ""


@register.filter
def mixes(releases: dict[str, list[str]] | str, topic: str) -> bool:
    """Whether a topic's peers are matched against several releases; never where they are said otherwise."""
    return isinstance(releases, dict) and len(releases.get(topic, ())) > 1


@register.filter
def cells_of(row: TableRow) -> list[Scored | None]:
    """The cells of a row in the order of the topics."""
    return list(row.cells.values())


@register.filter
def mean_of(row: TableRow, kind: str) -> Any:
    """The mean of a kind with its n."""
    return row.means[kind]


@register.simple_tag
def detail_url(one: ScoredPeer) -> str:
    """The page of one score, pinned to its release."""
    topic = one.annotation.summary.topic
    place = reverse("peer-score", args=[topic.project.slug, topic.key, one.summarizer, one.matcher])
    return f"{place}?{one.annotation.pin}"


@register.simple_tag(takes_context=True)
def score_file(context: template.Context, form: str, shape: str = "long") -> str:
    """The address of the page's scores as a file, with the page's choices."""
    project, topic = context["project"], context.get("topic")
    args = [project.slug, *([topic.key] if topic else []), form]
    asked = context["request"].GET.copy()
    for name in ("sort", "order", *(("score",) if shape == "long" else ())):
        asked.pop(name, None)
    if shape != "long":
        asked["shape"], asked["score"] = shape, context["kind"]
    query = f"?{asked.urlencode()}" if asked else ""
    return reverse("topic-scores-file" if topic else "project-scores-file", args=args) + query
