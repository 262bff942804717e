"""Numbers and links of score tables."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from scoring.measures.observation import Origin

register = template.Library()


@register.filter
def number(value: float | None) -> str | SafeString:
    """Whole numbers as they are, others to four decimals with all digits in the title; a dash for none."""
    if value is None:
        return "–"
    if isinstance(value, int):
        return str(value)
    return mark_safe(f'<data value="{value!r}" title="{value!r}">{value:.4f}</data>')  # noqa: S308 (a float)


@register.filter
def is_number(value: Any) -> bool:
    """Whether a value of a table is a number, and not a text or none."""
    return isinstance(value, int | float)


@register.simple_tag
def release_note(releases: dict[str, list[str]], topic: str) -> str:
    """Under the head of a topic's column: the release of its scores."""
    used = releases.get(topic, [])
    return f"release{'' if len(used) == 1 else 's'} {', '.join(used)}" if used else ""


@register.filter
def mixes(releases: dict[str, list[str]] | str, topic: str) -> bool:
    """Whether a topic's peers are matched against several releases; never where they are said otherwise."""
    return isinstance(releases, dict) and len(releases.get(topic, ())) > 1


@register.simple_tag
def detail_url(one: Origin) -> str:
    """The page of one score, pinned to its release, with the rounding and the jackknife that the score is of."""
    subject = one.subject
    place = reverse("peer-score", args=[subject.project, subject.topic, subject.summarizer, one.judge])
    return f"{place}?{one.link}"


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
