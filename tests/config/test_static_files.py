"""Modules as an installation serves them."""

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
