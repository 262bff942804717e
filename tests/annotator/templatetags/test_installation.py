"""What browsers keep unsent edits under."""

from django.template import Context, Template
from django.test import override_settings


def _installation(secret: str) -> str:
    with override_settings(SECRET_KEY=secret):
        return Template("{% load installation %}{% installation %}").render(Context())


def test_an_installation_is_known_by_its_secret_without_telling_it() -> None:
    assert _installation("one") == _installation("one")
    assert _installation("one") != _installation("another")
    assert len(_installation("one")) == 32
