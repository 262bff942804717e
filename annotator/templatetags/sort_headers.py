"""`{% sort_header "Mean" column="mean" %}`: links in a table's header that sort it by ``?sort=`` and ``?order=``."""

from typing import Any

from django import template

register = template.Library()


@register.inclusion_tag("annotator/web/_sort_header.html", takes_context=True)
def sort_header(
    context: template.Context, text: str, column: str, values: str = "number", note: str = "", anchor: str = ""
) -> dict[str, Any]:
    """Returns the template context. The first click sorts numbers descending and other values ascending.

    The page's context must have ``sort`` (a column) and ``descending``. Sorting returns to the table's first page.
    ``values``: "number" or "text"; ``note``: a line under the header; ``anchor``: the id of the element to scroll to.
    """
    is_sorted = context["sort"] == column
    descending = not context["descending"] if is_sorted else values == "number"
    query = context["request"].GET.copy()
    query["sort"], query["order"] = column, "desc" if descending else "asc"
    query.pop("page", None)
    return {
        "text": text,
        "note": note,
        "url": f"?{query.urlencode()}{'#' if anchor else ''}{anchor}",
        "is_numeric": values == "number",
        "direction": ("descending" if context["descending"] else "ascending") if is_sorted else "",
    }
