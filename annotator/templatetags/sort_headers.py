"""`{% sort_header "Mean" "mean" %}`: heads that sort a table, on pages that know ``sort`` and ``descending``."""

from typing import Any

from django import template

register = template.Library()


@register.inclusion_tag("annotator/web/_sort_header.html", takes_context=True)
def sort_header(
    context: template.Context, text: str, by: str, what: str = "number", note: str = "", at: str = ""
) -> dict[str, Any]:
    """A column head that sorts: numbers downwards first, text upwards; again the other way.

    Sorted anew, a table of several pages begins with its first; ``at``: the id of what is to be seen then.
    """
    sorted_now = context["sort"] == by
    descending = not context["descending"] if sorted_now else what == "number"
    asked = context["request"].GET.copy()
    asked["sort"], asked["order"] = by, "desc" if descending else "asc"
    asked.pop("page", None)
    return {
        "text": text,
        "note": note,
        "address": f"?{asked.urlencode()}{'#' if at else ''}{at}",
        "numeric": what == "number",
        "direction": ("descending" if context["descending"] else "ascending") if sorted_now else "",
    }
