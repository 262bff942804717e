"""Modules as an installation serves them."""

import re
from pathlib import Path

from django.conf import settings

from config.static_files import without_comments


def test_texts_stay_as_they_are() -> None:
    module = """
// a comment
/** another */
const a = "// no comment", b = `two  spaces /* no comment */ ${a /* a comment */}  // none`;
const c = / \\/\\/  [/*] /u.test(b) ? 1 : 2;
"""
    assert without_comments(module) == (
        'const a="// no comment",b=`two  spaces /* no comment */ ${a /* a comment */}  // none`;'
        "const c=/ \\/\\/  [/*] /u.test(b)?1:2;\n"
    )


def test_no_module_has_a_template_within_a_template() -> None:
    """What is within the inner one would lose its spaces."""
    nested = re.compile(r"\$\{[^}`]*`")
    modules = sorted(Path(settings.BASE_DIR, "static", "js").rglob("*.js"))
    assert modules
    assert [path.name for path in modules if nested.search(path.read_text(encoding="utf-8"))] == []
