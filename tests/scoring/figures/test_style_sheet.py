"""The style sheet that downloads carry: no variable left, light colours and dark ones."""

import doctest
import re

import pytest

from scoring.figures import scale, style_sheet
from scoring.figures.style_sheet import standalone_css
from scoring.results import pages as figures


@pytest.mark.parametrize("module", [scale, style_sheet])
def test_the_examples_hold(module) -> None:
    assert doctest.testmod(module).failed == 0


def test_the_sites_own_style_sheet_stands_alone() -> None:
    css = figures.style_sheet()
    assert "var(" not in css
    assert "light-dark(" not in css
    light, dark = css.split("@media (prefers-color-scheme: dark)")
    assert ".plot text { fill: #23262b;" in light
    assert ".plot text { fill: #e4e2dc;" in dark


def test_a_variable_that_is_not_set_is_an_error() -> None:
    with pytest.raises(KeyError):
        standalone_css("", ".plot { fill: var(--ink); }")


def test_every_class_that_is_drawn_has_a_rule() -> None:
    drawn = {"tick", "axis-name", "background", "heading", "grid", "axis", "mark", "quiet", "join", "reference"}
    styled = set(re.findall(r"\.([a-z][a-z0-9-]*)", figures.style_sheet()))
    assert drawn <= styled
