"""`{{ text|render_markdown:2 }}`: guidelines in CommonMark as HTML that is safe to show.

Left out of CommonMark: HTML (shown as written), images (nobody's server is asked when a page is read) and reference
definitions (a long address used a thousand times would make a page of megabytes). Indented text is no code block, as
people indent for looks; fenced text is one.
"""

import re
from collections.abc import Iterator, Sequence

from django import template
from django.utils.safestring import SafeString
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

LONGEST = 50_000
"""Code points that are rendered; the worst that can be written in so many takes half a second."""

SCHEMES = ("http", "https", "mailto")
LOWEST_HEADING = 6

register = template.Library()


@register.filter
def render_markdown(text: str, heading: int = 2) -> SafeString:
    """HTML of a Markdown text whose outermost headings are of level ``heading`` (2 to 6).

    Safe, because the library writes all of it: with HTML off, each tag is one of its own and text and attributes are
    escaped; links go to http, https, mailto or relative addresses only, and nothing has a style. Of
    what is longer than ``LONGEST`` the rest is left out, and the end says so.
    """
    html = _MARKDOWN.render(text[:LONGEST], {"heading": heading})
    return SafeString(html if len(text) <= LONGEST else html + _CUT)


_CUT = f"<p><em>The text goes on, but only its first {LONGEST:,} characters are shown.</em></p>\n"


class _Markdown(MarkdownIt):
    """CommonMark with links to the schemes above only."""

    def validateLink(self, url: str) -> bool:  # noqa: N802  # the library's name
        """Whether a link may go there. Before a colon in the first step of an address, browsers see a scheme."""
        scheme, colon, _ = re.split(r"[/?#]", url, maxsplit=1)[0].partition(":")
        return not colon or scheme.lower() in SCHEMES


def _place_headings(state: StateCore) -> None:
    """Headings from the page's own level down, none skipped: a page has one h1, and its outline no holes."""
    above: list[int] = []
    for token in _of_kind(state.tokens, "heading_open", "heading_close"):
        if token.nesting > 0:
            level = int(token.tag[1:])
            above = [*(outer for outer in above if outer < level), level]
        token.tag = f"h{min(state.env['heading'] + len(above) - 1, LOWEST_HEADING)}"


def _mark_links_away(state: StateCore) -> None:
    """Other sites get neither the address of the page nor a hold on its window."""
    for inline in _of_kind(state.tokens, "inline"):
        for link in _of_kind(inline.children or (), "link_open"):
            if re.match(r"[a-z][a-z0-9+.-]*:|[/\\]{2}", str(link.attrGet("href")), re.IGNORECASE):
                link.attrSet("rel", "noopener noreferrer")


def _of_kind(tokens: Sequence[Token], *kinds: str) -> Iterator[Token]:
    return (token for token in tokens if token.type in kinds)


_MARKDOWN = _Markdown("commonmark", {"html": False}).disable(["image", "reference", "code"])
_MARKDOWN.core.ruler.push("headings_of_the_page", _place_headings)
_MARKDOWN.core.ruler.push("links_away", _mark_links_away)
