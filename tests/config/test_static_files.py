"""Modules as an installation serves them."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.storage import FileSystemStorage
from django.test import override_settings

from config.first_start import collect_static
from config.static_files import StaticFiles, without_comments

OLD_TIME, NEW_TIME = 1_000_000_000, 1_100_000_000


@contextmanager
def version(folder: Path, word: str, time: int) -> Iterator[None]:
    """The sources of a version, as old as they are said to be, where a folder of collected files is shared."""
    sources = folder / word
    files = {
        "js/a.js": f"// What it is.\nexport const a = '{word}';\n",
        "css/a.css": f'@import "z/b.css"; .{word} {{ background: url(a.svg); }}',
        "css/z/b.css": f".b-{word} {{}}",
        "css/a.svg": f"<svg><!-- {word} --></svg>",
        f"css/only-{word}.css": "",
    }
    for name, text in files.items():
        (sources / name).parent.mkdir(parents=True, exist_ok=True)
        (sources / name).write_text(text, encoding="utf-8")
        os.utime(sources / name, (time, time))
    with override_settings(
        STATICFILES_DIRS=[sources],
        STATIC_ROOT=folder / "collected",
        STATICFILES_FINDERS=["django.contrib.staticfiles.finders.FileSystemFinder"],
        STORAGES={**settings.STORAGES, "staticfiles": {"BACKEND": "config.static_files.StaticFiles"}},
    ):
        yield


def served(name: str) -> str:
    """What a process that starts now gives for a name."""
    storage = StaticFiles()
    return Path(storage.path(storage.stored_name(name))).read_text(encoding="utf-8")


def check_version(word: str) -> None:
    """Each name of the version leads to its own content."""
    assert served("js/a.js") == f"export const a='{word}';\n"
    assert served("css/a.svg") == f"<svg><!-- {word} --></svg>"
    assert served("css/z/b.css") == f".b-{word} {{}}"
    sheet = served("css/a.css")
    storage = StaticFiles()
    assert f".{word} " in sheet
    assert {storage.stored_name(name).rpartition("/")[2] for name in ("css/z/b.css", "css/a.svg")} == set(
        re.findall(r"[\w.]+\.[0-9a-f]{12}\.\w+", sheet)
    )
    assert served(f"css/only-{word}.css") == ""


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


@pytest.mark.parametrize("times", [(NEW_TIME, OLD_TIME), (OLD_TIME, NEW_TIME), (OLD_TIME, OLD_TIME)])
def test_versions_that_share_a_folder_each_serve_their_own(tmp_path: Path, times: tuple[int, int]) -> None:
    """Names as long, sizes and perhaps times the same; and Django does not copy what is older than what is there."""
    words = ("one", "two")
    for word, time in zip(words, times, strict=True):
        with version(tmp_path, word, time):
            assert collect_static()
            check_version(word)
    for word, time in zip(words, times, strict=True):
        with version(tmp_path, word, time):
            check_version(word)
            assert not collect_static()
            with pytest.raises(ValueError, match="Missing"):
                served(f"css/only-{words[word == 'one']}.css")


def test_the_same_version_elsewhere_is_not_collected_again(tmp_path: Path) -> None:
    for again, time in enumerate((OLD_TIME, NEW_TIME)):
        with version(tmp_path, "one", time):
            assert collect_static() is not bool(again)
