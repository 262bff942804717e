"""Small pictures of pyramids."""

from xml.etree import ElementTree as ET

import pytest
from django.template import Context, Template

from annotator.pyramids.status import Tier


def drawn(*tiers: Tier) -> ET.Element:
    """The picture of these tiers."""
    page = Template("{% load pyramid_pictures %}{% mini_pyramid tiers %}").render(Context({"tiers": list(tiers)}))
    return ET.fromstring(page.strip())


def test_each_scu_is_a_cell_and_each_weight_a_row_the_heaviest_on_top() -> None:
    picture = drawn(Tier(4, 1), Tier(2, 3))
    cells = [(cell.get("y"), cell.get("fill")) for cell in picture.iter("rect")]
    assert cells == [("0", "var(--w4)"), *[("10", "var(--w2)")] * 3]
    assert picture.get("aria-label") == "SCUs: 1 of weight 4, 3 of weight 2"


def test_rows_are_centred() -> None:
    for row in (Tier(3, 1), Tier(3, 8), Tier(3, 500)):
        cells = list(drawn(row).iter("rect"))
        left = float(cells[0].get("x", ""))
        right = float(cells[-1].get("x", "")) + float(cells[-1].get("width", ""))
        assert left + right == pytest.approx(120, abs=1.1)  # cells end a pixel before the next begins


def test_a_row_of_many_is_one_bar_within_the_picture() -> None:
    (bar,) = drawn(Tier(1, 300)).iter("rect")
    assert (bar.get("x"), bar.get("width")) == ("0.0", "120.0")


def test_weights_beyond_the_warmest_colour_keep_it_and_empty_scus_have_the_coolest() -> None:
    fills = [cell.get("fill") for cell in drawn(Tier(9, 1), Tier(0, 1)).iter("rect")]
    assert fills == ["var(--w5)", "var(--w1)"]


def test_without_scus_it_says_so() -> None:
    picture = drawn()
    assert picture.get("aria-label") == "No SCUs yet"
    assert list(picture.iter("rect")) == []
