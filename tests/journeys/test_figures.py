"""A picture is taken away as PNG, in the colours that the page has."""

import struct
from pathlib import Path
from typing import Literal

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page

from tests.journeys.sample_site import make_sample

SIGNATURE = b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_picture_of_a_peer_as_png(ann: User, page: Page, scheme: Literal["light", "dark"]) -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto(make_sample(ann)["peer-score"])
    figure = page.locator("#figure-pyramid")
    with page.expect_download() as waiting:
        figure.get_by_role("button", name="PNG of").click()
    assert waiting.value.suggested_filename.endswith(".pyramid.png")
    saved = Path(waiting.value.path()).read_bytes()
    assert saved[:8] == SIGNATURE
    box = figure.locator("svg").bounding_box()
    assert box
    assert struct.unpack(">II", saved[16:24]) == (2 * round(box["width"]) + 64, 2 * round(box["height"]) + 64)
    assert _lightness(page, saved) == scheme


def _lightness(page: Page, png: bytes) -> str:
    """Whether the first pixel of the picture, its background, is light or dark."""
    red = page.evaluate(
        """async (bytes) => {
          const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
          const pen = new OffscreenCanvas(1, 1).getContext("2d");
          pen.drawImage(picture, 0, 0);
          return pen.getImageData(0, 0, 1, 1).data[0];
        }""",
        list(png),
    )
    return "light" if red > 200 else "dark"
