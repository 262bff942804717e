"""`{{ text|render_markdown:2 }}`: guidelines in CommonMark as safe HTML.

Not supported: HTML (shown as text), images (they would send requests to other servers) and reference definitions
(one long URL used a thousand times would make a page of megabytes). Indented text is not a code block, because many
people indent paragraphs; fenced text is.
"""

import re
from collections.abc import Iterator, Sequence

from django import template
from django.utils.safestring import SafeString
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

MAX_LENGTH = 50_000
"""Code points that are rendered; the rest is cut off. The slowest text of this length takes half a second."""

ALLOWED_SCHEMES = ("http", "https", "mailto")
MAX_HEADING_LEVEL = 6

register = template.Library()


@register.filter
def render_markdown(text: str, top_level: int = 2) -> SafeString:
    """Convert Markdown to HTML; its outermost headings get the level ``top_level`` (2 to 6).

    The HTML is safe: the library writes all tags itself and escapes text and attributes, links can only be relative or
    have ``ALLOWED_SCHEMES``, and no tag has a style attribute. Text beyond ``MAX_LENGTH`` is cut off, with a notice.
    """
    html = _MARKDOWN.render(text[:MAX_LENGTH], {"top_level": top_level})
    return SafeString(html if len(text) <= MAX_LENGTH else html + _CUT_NOTICE)


_CUT_NOTICE = f"<p><em>Only the first {MAX_LENGTH:,} characters of this text are shown.</em></p>\n"


class _Markdown(MarkdownIt):
    """CommonMark whose links are limited to ``ALLOWED_SCHEMES``."""

    def validateLink(self, url: str) -> bool:  # noqa: N802  # the library's name
        """Whether the URL is relative or has an allowed scheme (the text before the first colon)."""
        if re.match(r"[/\\]{2}", url):  # looks like a path of this site, but browsers go to another host
            return False
        scheme, colon, _ = re.split(r"[/?#]", url, maxsplit=1)[0].partition(":")
        return not colon or scheme.lower() in ALLOWED_SCHEMES


def _shift_headings(state: StateCore) -> None:
    """Renumber the levels of headings so that they start at ``top_level`` and skip no level.

    ``open_levels``: the original levels of the headings that contain the current one, and last its own.
    """
    open_levels: list[int] = []
    for token in _tokens_of_type(state.tokens, "heading_open", "heading_close"):
        if token.nesting > 0:
            level = int(token.tag[1:])
            open_levels = [*(outer for outer in open_levels if outer < level), level]
        token.tag = f"h{min(state.env['top_level'] + len(open_levels) - 1, MAX_HEADING_LEVEL)}"


def _protect_external_links(state: StateCore) -> None:
    """Hide this page's URL and browser window from the sites that it links to."""
    for inline in _tokens_of_type(state.tokens, "inline"):
        for link in _tokens_of_type(inline.children or (), "link_open"):
            if re.match(r"[a-z][a-z0-9+.-]*:", str(link.attrGet("href")), re.IGNORECASE):
                link.attrSet("rel", "noopener noreferrer")


def _tokens_of_type(tokens: Sequence[Token], *types: str) -> Iterator[Token]:
    return (token for token in tokens if token.type in types)


_MARKDOWN = _Markdown("commonmark", {"html": False}).disable(["image", "reference", "code"])
_MARKDOWN.core.ruler.push("headings_of_the_page", _shift_headings)
_MARKDOWN.core.ruler.push("external_links", _protect_external_links)
