"""`{% sort_header "Mean" "mean" %}`: headers that sort a table; the page's context has ``sort`` and ``descending``."""

from typing import Any

from django import template

register = template.Library()


@register.inclusion_tag("annotator/web/_sort_header.html", takes_context=True)
def sort_header(
    context: template.Context, text: str, by: str, what: str = "number", note: str = "", at: str = ""
) -> dict[str, Any]:
    """A column header that sorts: numbers in descending order first, text ascending; a second click reverses.

    Sorting returns to the first page of the table. ``at``: the id of the element to scroll to.
    """
    sorted_now = context["sort"] == by
    descending = not context["descending"] if sorted_now else what == "number"
    query = context["request"].GET.copy()
    query["sort"], query["order"] = by, "desc" if descending else "asc"
    query.pop("page", None)
    return {
        "text": text,
        "note": note,
        "address": f"?{query.urlencode()}{'#' if at else ''}{at}",
        "numeric": what == "number",
        "direction": ("descending" if context["descending"] else "ascending") if sorted_now else "",
    }
