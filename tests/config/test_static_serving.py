"""Static files while two versions run side by side, and how browsers may keep them."""

from pathlib import Path

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory, override_settings

from config.static_files import StaticServing

pytestmark = pytest.mark.django_db  # an answer that is closed lets go of connections
OLD, NEW = "js/a.0123456789ab.js", "js/b.ba9876543210.js"


@pytest.fixture
def served(tmp_path: Path) -> Path:
    """The folder of collected files, with one of them."""
    (tmp_path / "static" / "js").mkdir(parents=True)
    (tmp_path / "static" / OLD).write_text("old")
    (tmp_path / "secret.0123456789ab.js").write_text("secret")
    return tmp_path / "static"


def ask(serving: StaticServing, address: str) -> tuple[int, bytes]:
    """Status and content."""
    answer = serving(RequestFactory().get(address))
    content: bytes = answer.getvalue()
    answer.close()
    return answer.status_code, content


def started(served: Path) -> StaticServing:
    """A process that starts now."""

    def nothing(request: HttpRequest) -> HttpResponse:
        return HttpResponse("nothing", status=404)

    settings = {"STATIC_ROOT": served, "WHITENOISE_AUTOREFRESH": False, "WHITENOISE_USE_FINDERS": False}
    with override_settings(**settings):
        return StaticServing(nothing)


def test_what_a_newer_version_collects_later_is_found(served: Path) -> None:
    with override_settings(STATIC_ROOT=served):
        serving = started(served)
        assert ask(serving, f"/static/{OLD}") == (200, b"old")
        assert ask(serving, f"/static/{NEW}")[0] == 404
        (served / NEW).write_text("new")
        (served / f"{NEW}.gz").write_text("compressed")
        assert ask(serving, f"/static/{NEW}") == (200, b"new")


@pytest.mark.parametrize("address", [
    "/static/../secret.0123456789ab.js",
    "/static//etc/x.0123456789ab.js",
    "/static/js/../../secret.0123456789ab.js",
    "/static/js/plain.js",
    "/static/js/folder.0123456789ab.js",
    "/static/js/nul\0.0123456789ab.js",
])  # fmt: skip
def test_nothing_else_is(served: Path, address: str) -> None:
    with override_settings(STATIC_ROOT=served):
        serving = started(served)
        (served / "js" / "plain.js").write_text("no hash")
        (served / "js" / "folder.0123456789ab.js").mkdir()
        assert ask(serving, address)[0] == 404
