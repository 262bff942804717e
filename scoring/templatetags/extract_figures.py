"""`{{ figures|figure_named:name }}` and `{{ family|family_title }}` for the pages of all extracts."""

from collections.abc import Mapping

from django import template

from scoring.figures.figure import Figure
from scoring.measures.extracts.scores import Family
from scoring.results.extracts.wording import FAMILY_TITLES

register = template.Library()


@register.filter
def figure_named(figures: Mapping[str, Figure], name: str) -> Figure | None:
    """Returns the figure with a name that a template cannot write after a dot, such as "tf-idf"."""
    return figures.get(name)


@register.filter
def family_title(family: Family) -> str:
    return FAMILY_TITLES[family]
