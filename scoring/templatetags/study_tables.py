"""Template tags and filters of the pages of studies: names in sentences, cells of tables, and hidden form fields."""

from collections.abc import Sequence

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from scoring.studies.document import CorrelationEntry, RankedEntry
from scoring.studies.pages import wording
from scoring.templatetags.score_tables import number

register = template.Library()

NOT_CHOICES = ("figure", "as", "run")
"""Parameters of a query string that are not kept when another choice is made."""


@register.filter
def column_title(name: str) -> str:
    """The name of a column for the inside of a sentence."""
    return wording.column_title(name)


@register.filter
def column_heading(name: str) -> str:
    """The name of a column as a heading."""
    return wording.heading(name)


@register.filter
def with_article(name: str) -> str:
    """The name of a column of scores for a sentence, with an article if it needs one: "the modified score", "“acu”"."""
    return wording.with_article(name)


@register.filter
def coefficient_name(name: str) -> str:
    return wording.COEFFICIENTS[name]


@register.filter
def coefficient_meaning(name: str) -> str:
    return wording.COEFFICIENT_MEANINGS[name]


@register.filter
def level_name(name: str) -> str:
    return wording.LEVELS[name]


@register.filter
def level_meaning(name: str) -> str:
    return wording.LEVEL_MEANINGS[name]


@register.filter
def drawn_name(name: str) -> str:
    """What is drawn at random for intervals: "topics", "summarizers", or "summarizers and topics"."""
    return wording.DRAWN[name]


@register.filter
def percent(share: float | None) -> str | SafeString:
    """A share with one decimal, so that 99.6 % does not become 100 %."""
    return "–" if share is None else format_html('<data value="{}">{} %</data>', repr(share), f"{100 * share:.1f}")


@register.simple_tag
def correlation_cell(entry: CorrelationEntry | None) -> SafeString:
    """A correlation, and its interval in small print."""
    if entry is None or entry["value"] is None:
        return format_html('<td class="num">{}</td>', "–")
    return format_html('<td class="num"><b>{}</b>{}</td>', number(entry["value"]), _interval(entry))


@register.simple_tag
def mean_cells(entries: Sequence[RankedEntry]) -> SafeString:
    """The means of a summarizer with their intervals and ranks, a cell for each column."""
    return mark_safe("".join(map(_mean_cell, entries)))  # noqa: S308 (escaped below)


def _mean_cell(entry: RankedEntry) -> SafeString:
    if entry["mean"] is None:
        return format_html('<td class="num">{}</td>', "–")
    rank = format_html(' <span class="rank">{}{}</span>', "=" if entry["tied"] else "", entry["rank"])
    return format_html('<td class="num">{}{}{}</td>', number(entry["mean"]), rank, _interval(entry))


def _interval(entry: CorrelationEntry | RankedEntry) -> str | SafeString:
    low, high = entry["low"], entry["high"]
    if low is None or high is None:
        return ""
    title = f"{low!r} to {high!r}"
    return format_html('<br><small title="{}">{} to {}</small>', title, f"{low:z.2f}", f"{high:z.2f}")


@register.simple_tag(takes_context=True)
def hidden_choices_except(context: template.Context, changed: str) -> SafeString:
    """Hidden fields for the parameters of the page's URL, except those that a form changes (separated by spaces)."""
    query = context["request"].GET
    names = [name for name in query if name not in (*changed.split(), *NOT_CHOICES)]
    return format_html_join("\n", '<input type="hidden" name="{}" value="{}">', ((name, query[name]) for name in names))
