"""Modules as an installation serves them."""

import re
from pathlib import Path

from django.conf import settings
from django.core.files.storage import FileSystemStorage

from config.static_files import StaticFiles, without_comments


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


def test_what_is_served_under_a_hashed_name_has_no_comments(tmp_path: Path) -> None:
    source, collected = tmp_path / "source", tmp_path / "collected"
    for folder in (source, collected):
        (folder / "js").mkdir(parents=True)
        (folder / "js" / "a.js").write_text("/** What it is. */\nexport const a = 1;\n", encoding="utf-8")
    storage = StaticFiles(location=collected, base_url="/static/")
    found = {"js/a.js": (FileSystemStorage(location=source), "js/a.js")}
    assert all(done is not False for _, _, done in storage.post_process(found))
    served = collected / storage.stored_name("js/a.js")
    assert served.name != "a.js"
    assert served.read_text(encoding="utf-8") == "export const a=1;\n"
