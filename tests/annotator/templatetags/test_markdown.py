"""Guidelines as HTML: what CommonMark makes of them, and nothing that could harm who reads them."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.templatetags.markdown import MAX_LENGTH, render_markdown

ELEMENTS = {
    "p",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "ul",
    "ol",
    "li",
    "em",
    "strong",
    "a",
    "code",
    "pre",
    "blockquote",
    "hr",
    "br",
}
ATTRIBUTES = {"a": {"href", "title", "rel"}, "ol": {"start"}, "code": {"class"}}
# Each tries to run a script, to load something or to lead to a script; after the OWASP cheat sheet on XSS filters.
HOSTILE = [
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><a xlink:href='javascript:alert(1)'><text>x</text></a></svg>",
    "<math><mi xlink:href='javascript:alert(1)'>x</mi></math>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<a href='javascript:alert(1)'>x</a>",
    "<b style='background:url(//evil.example)'>x</b>",
    "<!--><script>alert(1)</script>-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?php <script>alert(1)</script> ?>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](<javascript:alert(1)>)",
    "[x](&#106;avascript:alert(1))",
    "[x](&#x6A;avascript&colon;alert(1))",
    "[x](java\\script:alert(1))",
    "[x](<java\tscript:alert(1)>)",
    "[x](\x01javascript:alert(1))",
    "[x](\u00a0javascript:alert(1))",
    "[x](vbscript:msgbox(1))",
    "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
    "[x](//other.site)",
    "[x](<//other.site>)",
    "[x](/\\/other.site)",
    "[x](\\/\\/other.site)",
    "[x](&#47;&#47;other.site)",
    "[x](file:///etc/passwd)",
    "[x](blob:https://evil.example/1)",
    "<javascript:alert(1)>",
    "<data:text/html,x>",
    '[x](/ "" onmouseover=alert(1) x="")',
    "[x](/'onmouseover='alert(1))",
    '[x](https://a.example/"onmouseover="alert(1))',
    "![x](javascript:alert(1))",
    "![x](https://evil.example/pixel.png)",
    "[![x](//evil.example/pixel.png)](javascript:alert(1))",
    "[a]: javascript:alert(1)\n\n[a]",
    "> - **[<script>](javascript:alert(1))**",
    '```html" onload="alert(1)\n<script>alert(1)</script>\n```',
    "`<script>alert(1)</script>`",
    "# <script>alert(1)</script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;alert(1)&#60;/script&#62;",
    "\x00<script>alert(1)</script>",
]


class Reader(HTMLParser):
    """Collects what a browser would make of the HTML: elements, their attributes, and text."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_comment(self, data: str) -> None:
        self.found.append(("comment", {}))

    def handle_decl(self, decl: str) -> None:
        self.found.append(("declaration", {}))

    def handle_pi(self, data: str) -> None:
        self.found.append(("instruction", {}))


def assert_harmless(html: str) -> None:
    """Nothing but the elements of CommonMark, and links that lead where they may."""
    for tag, attributes in Reader(html).found:
        assert tag in ELEMENTS
        assert set(attributes) <= ATTRIBUTES.get(tag, set())
        assert not re.match(r"[\s\x00-\x20]*[/\\]{2}", attributes.get("href") or "")
        step = re.split(r"[/?#]", attributes.get("href") or "")[0]
        assert ":" not in step or step.partition(":")[0].lower() in {"http", "https", "mailto"}


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_runs_and_nothing_is_loaded(text: str) -> None:
    assert_harmless(render_markdown(text))
    assert_harmless(render_markdown(f"> 1. {text}\n>\n>    **{text}**"))


@given(st.text(st.sampled_from("<>[]()!:/\\\"'`*_#&;-=+ \n\tajvscriptdh1.\x00é"), max_size=200))
def test_no_text_makes_anything_harmful(text: str) -> None:
    assert_harmless(render_markdown(text))


def test_html_is_shown_as_it_was_written() -> None:
    assert Reader(render_markdown("a <b>bold</b> &amp; plain")).text.strip() == "a <b>bold</b> & plain"


# Expected HTML: the CommonMark specification 0.31.2 (sections 4.2, 5.3, 6.2, 6.6), but for heading levels and rel.
@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("One\ntwo\n\nthree", "<p>One\ntwo</p>\n<p>three</p>\n"),
        ("1. one\n2. two", "<ol>\n<li>one</li>\n<li>two</li>\n</ol>\n"),
        ("- one\n- two", "<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n"),
        ("**strong** and *stressed*", "<p><strong>strong</strong> and <em>stressed</em></p>\n"),
        ('[x](../settings/ "t")', '<p><a href="../settings/" title="t">x</a></p>\n'),
        ("[x](#a) [y](?b=c:d)", '<p><a href="#a">x</a> <a href="?b=c:d">y</a></p>\n'),
        ("[x](https://a.example/b)", '<p><a href="https://a.example/b" rel="noopener noreferrer">x</a></p>\n'),
        ("[x](//a.example)", "<p>[x](//a.example)</p>\n"),
        ("<a@b.example>", '<p><a href="mailto:a@b.example" rel="noopener noreferrer">a@b.example</a></p>\n'),
        ("    indented for looks", "<p>indented for looks</p>\n"),
        ("", ""),
    ],
)
def test_common_mark_is_understood(text: str, html: str) -> None:
    assert render_markdown(text) == html


@pytest.mark.parametrize(
    ("written", "outermost", "shown"),
    [
        ("# a\n## b\n### c\n# d", 2, "2342"),
        ("# a\n## b", 3, "34"),
        ("### a\n##### b\n## c\n# d", 2, "2322"),
        ("# a\n#### b\n#### c", 2, "233"),
        ("# a\n## b\n### c\n#### d", 4, "4566"),
        ("Setext\n======\n\nsecond\n------", 2, "23"),
    ],
)
def test_headings_go_on_from_the_level_of_the_page_without_a_gap(written: str, outermost: int, shown: str) -> None:
    html = render_markdown(written, outermost)
    assert "".join(re.findall(r"<h(\d)>", html)) == shown == "".join(re.findall(r"</h(\d)>", html))


@pytest.mark.parametrize("piece", ["word ", "[", "[a](", "**a", "> ", "- a\n", "`", "<a", "&", "[a]: /x\n", "# a\n"])
def test_of_a_very_long_text_the_beginning_is_shown(piece: str) -> None:
    html = render_markdown(piece * (3 * MAX_LENGTH // len(piece)))
    assert html.endswith("Only the first 50,000 characters of this text are shown.</em></p>\n")
    assert len(html) < 10 * MAX_LENGTH
    assert_harmless(html)


def test_an_address_named_once_is_not_repeated_by_every_mention() -> None:
    """With CommonMark's reference definitions 45 kB would become 40 MB."""
    assert len(render_markdown(f"[a]: /{'x' * 30_000}\n\n" + "[a]" * 5_000)) < 2 * MAX_LENGTH
