"""`{{ text|render_markdown:2 }}`: guidelines in CommonMark as safe HTML.

Not supported: HTML (shown as text), images (they would send requests to other servers) and reference definitions
(one long URL used a thousand times would make a page of megabytes). Indented text is not a code block, because people
indent for looks; fenced text is.
"""

import re
from collections.abc import Iterator, Sequence

from django import template
from django.utils.safestring import SafeString
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

LONGEST = 50_000
"""Code points that are rendered; the slowest text of this length takes half a second."""

SCHEMES = ("http", "https", "mailto")
LOWEST_HEADING = 6

register = template.Library()


@register.filter
def render_markdown(text: str, heading: int = 2) -> SafeString:
    """HTML of a Markdown text whose outermost headings are of level ``heading`` (2 to 6).

    Safe, because the library writes all tags itself and escapes text and attributes; links go to http, https, mailto or
    relative URLs only, and nothing has a style. Text beyond ``LONGEST`` is cut, and the end says so.
    """
    html = _MARKDOWN.render(text[:LONGEST], {"heading": heading})
    return SafeString(html if len(text) <= LONGEST else html + _CUT)


_CUT = f"<p><em>Only the first {LONGEST:,} characters of this text are shown.</em></p>\n"


class _Markdown(MarkdownIt):
    """CommonMark whose links are limited to ``SCHEMES``."""

    def validateLink(self, url: str) -> bool:  # noqa: N802  # the library's name
        """Whether the URL is relative or has an allowed scheme, which is what browsers see before the first colon."""
        scheme, colon, _ = re.split(r"[/?#]", url, maxsplit=1)[0].partition(":")
        return not colon or scheme.lower() in SCHEMES


def _shift_headings(state: StateCore) -> None:
    """Shift headings below the page's own, without skipping a level."""
    above: list[int] = []
    for token in _of_kind(state.tokens, "heading_open", "heading_close"):
        if token.nesting > 0:
            level = int(token.tag[1:])
            above = [*(outer for outer in above if outer < level), level]
        token.tag = f"h{min(state.env['heading'] + len(above) - 1, LOWEST_HEADING)}"


def _protect_external_links(state: StateCore) -> None:
    """Keep the page's URL and window from linked sites."""
    for inline in _of_kind(state.tokens, "inline"):
        for link in _of_kind(inline.children or (), "link_open"):
            if re.match(r"[a-z][a-z0-9+.-]*:|[/\\]{2}", str(link.attrGet("href")), re.IGNORECASE):
                link.attrSet("rel", "noopener noreferrer")


def _of_kind(tokens: Sequence[Token], *kinds: str) -> Iterator[Token]:
    return (token for token in tokens if token.type in kinds)


_MARKDOWN = _Markdown("commonmark", {"html": False}).disable(["image", "reference", "code"])
_MARKDOWN.core.ruler.push("headings_of_the_page", _shift_headings)
_MARKDOWN.core.ruler.push("external_links", _protect_external_links)
