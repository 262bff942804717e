"""What every page tells the browser: the content security policy, its nonce and the import map."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from django.template import Context, Template
from django.test import Client, RequestFactory

from config.templatetags import page_modules

MAP = re.compile(r'<script type="importmap" nonce="([^"]+)">(.*?)</script>', re.DOTALL)


def rendered(nonce: str) -> dict[str, str]:
    """The import map of a page with this nonce."""
    request = RequestFactory().get("/")
    request.csp_nonce = nonce  # type: ignore[attr-defined]  # django-csp sets it
    found = MAP.fullmatch(Template("{% load page_modules %}{% import_map %}").render(Context({"request": request})))
    assert found is not None
    assert found[1] == nonce
    imports: dict[str, str] = json.loads(found[2])["imports"]
    return imports


@pytest.fixture(autouse=True)
def _forget_the_last_map() -> None:
    page_modules._cached_imports.cache_clear()


def policy(client: Client, address: str) -> dict[str, list[str]]:
    """The policy of a page, directive by directive."""
    header = client.get(address).headers["Content-Security-Policy"]
    return {name: sources for name, *sources in (part.split() for part in header.split(";"))}


def test_a_page_may_load_only_its_own_files(client: Client) -> None:
    directives = policy(client, "/accounts/login/")
    assert directives["default-src"] == ["'none'"]
    assert directives["style-src"] == directives["connect-src"] == directives["form-action"] == ["'self'"]
    assert directives["frame-ancestors"] == directives["base-uri"] == ["'none'"]
    assert "unsafe" not in str(directives)


def test_the_only_inline_script_is_the_import_map_with_the_nonce_of_its_answer(client: Client) -> None:
    answer = client.get("/accounts/login/")
    page = answer.content.decode()
    found = MAP.search(page)
    assert found is not None
    assert f"'nonce-{found[1]}'" in answer.headers["Content-Security-Policy"]
    inline = [tag for tag in re.findall(r"<script[^>]*>", page) if " src=" not in tag]
    assert inline == [f'<script type="importmap" nonce="{found[1]}">']


def test_each_answer_has_its_own_nonce(client: Client) -> None:
    first, second = policy(client, "/accounts/login/"), policy(client, "/accounts/login/")
    assert first["script-src"] != second["script-src"]


def test_the_import_map_names_every_module_of_the_source_folder() -> None:
    js = settings.BASE_DIR / "static" / "js"
    modules = {path.relative_to(js).as_posix() for path in js.rglob("*.js")}
    imports = rendered("n")
    assert {name.removeprefix("pyramidion/") for name in imports} == modules
    assert all(url == f"/static/js/{name.removeprefix('pyramidion/')}" for name, url in imports.items())


def test_the_import_map_leads_to_hashed_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "DEBUG", False)
    storage = ManifestStaticFilesStorage(location=tmp_path, base_url="/static/")
    storage.hashed_files = {"js/a/b.js": "js/a/b.0123456789ab.js", "css/base.css": "css/base.ba9876543210.css"}
    monkeypatch.setattr(page_modules, "staticfiles_storage", storage)
    assert rendered("n") == {"pyramidion/a/b.js": "/static/js/a/b.0123456789ab.js"}


def test_modules_import_each_other_by_the_names_in_the_map() -> None:
    js = settings.BASE_DIR / "static" / "js"
    imported = re.compile(r'^(?:import|export[^;"]* from)\b[^;"]*"([^"]+)";|\bimport\("([^"]+)"\)[^.}]', re.MULTILINE)
    named = {
        (path.name, one or other)
        for path in js.rglob("*.js")
        for one, other in imported.findall(re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL))
    }
    assert len(named) > 300
    assert [(path, name) for path, name in named if not (js / name.removeprefix("pyramidion/")).is_file()] == []
    assert {name.partition("/")[0] for _, name in named} == {"pyramidion"}
