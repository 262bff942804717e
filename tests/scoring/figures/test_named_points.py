"""Names at the points of a scatter plot, whatever the points are, and the names above a heat map."""

from itertools import combinations
from math import cos, radians, sin

from defusedxml.ElementTree import fromstring
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.figures.figure import Figure, inline_svg
from scoring.figures.heat_map import SLANT, HeatMap
from scoring.figures.label_placement import HEIGHT, MARK_RADIUS, Frame, placed_names
from scoring.figures.lettering import text_width
from scoring.figures.scatter_plot import ScatterPlot, ScatterPoint
from tests.scoring.figures.test_figures import SVG, label_box

FRAME = Frame(50, 700, 20, 460)
LATTICE = st.integers(0, 12)  # so that points often coincide or are close


def plot_of(points: list[tuple[float, float]], *, has_fit_line: bool = False) -> ScatterPlot:
    named = tuple(ScatterPoint(f"System {n}", x, y) for n, (x, y) in enumerate(points))
    return ScatterPlot("ROUGE-2", "Modified", "Summarizer", named, shows_names=True, has_fit_line=has_fit_line)


def drawn_names(plot: ScatterPlot) -> list[str]:
    root = fromstring(inline_svg(Figure("f", "title", "about", plot)))
    return [label_box(text)[3] for text in root.iter(f"{SVG}text") if text.attrib.get("class") == "point-name"]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(LATTICE, LATTICE), max_size=60), st.floats(10, 140))
def test_names_lie_in_the_frame_and_cover_neither_marks_nor_names(points, width) -> None:
    pixels = [(60 + 52.0 * x, 30 + 35.0 * y) for x, y in points]
    places = [place for place in placed_names(pixels, [width] * len(pixels), FRAME) if place]
    boxes = [(p.left, p.middle - HEIGHT / 2, p.left + width, p.middle + HEIGHT / 2) for p in places]
    for left, top, right, bottom in boxes:
        assert FRAME.left <= left
        assert right <= FRAME.right
        assert FRAME.top <= top
        assert bottom <= FRAME.bottom
        for x, y in pixels:
            reach = MARK_RADIUS - 1e-6
            assert x + reach <= left or right <= x - reach or y + reach <= top or bottom <= y - reach
    for first, second in combinations(boxes, 2):
        apart = (first[2] <= second[0], second[2] <= first[0], first[3] <= second[1], second[3] <= first[1])
        assert any(apart)


def test_few_points_have_their_names_beside_them_without_leaders() -> None:
    places = placed_names([(100, 100), (300, 200), (690, 455)], [60] * 3, FRAME)
    assert [place.leader for place in places if place] == [None] * 3
    assert places[0] is not None
    assert places[0].left == 108
    assert places[2] is not None
    assert places[2].left + 60 < 690  # no room to the right of the frame's corner


def test_names_of_points_in_a_cluster_move_away_with_leaders() -> None:
    points = [(400 + n % 3, 200 + n // 3) for n in range(9)]
    places = placed_names(points, [60] * 9, FRAME)
    leaders = [place.leader for place in places if place and place.leader]
    assert None not in places
    assert len(leaders) >= 3


def test_names_without_room_are_counted_below_the_plot() -> None:
    plot = plot_of([(0.5, 0.5)] * 40)
    text = inline_svg(Figure("f", "title", "about", plot))
    names = drawn_names(plot)
    assert 5 < len(names) < 40
    assert f"{40 - len(names)} names have no room here" in text


def test_one_point_and_equal_points_are_named() -> None:
    assert drawn_names(plot_of([(0.4, 0.4)])) == ["System 0"]
    assert sorted(drawn_names(plot_of([(0.4, 0.4)] * 3, has_fit_line=True))) == ["System 0", "System 1", "System 2"]


def test_the_fit_line_is_that_of_least_squares_and_off_by_default() -> None:
    points = [(0.0, 0.0), (1.0, 2.0), (2.0, 1.0)]  # slope .5, intercept .5
    assert "least-squares" not in inline_svg(Figure("f", "title", "about", plot_of(points)))
    root = fromstring(inline_svg(Figure("f", "title", "about", plot_of(points, has_fit_line=True))))
    line = next(line for line in root.iter(f"{SVG}line") if len(line))
    marks = {mark[0].text: mark for mark in root.iter(f"{SVG}circle")}
    bottom, top = (
        float(marks["System 0: 0.0000 at 0.0000"].attrib["cy"]),
        float(marks["System 1: 2.0000 at 1.0000"].attrib["cy"]),
    )
    first, last = (bottom + (top - bottom) * y / 2 for y in (0.5, 1.5))
    assert abs(float(line.attrib["y1"]) - first) < 0.02
    assert abs(float(line.attrib["y2"]) - last) < 0.02


def test_names_above_a_heat_map_stay_in_the_picture() -> None:
    names = ("rouge-2:stem=no,stop=smart,limit=100w", "modified", "x" * 200)
    plot = HeatMap("Column", names, "Pearson", "Kendall", ((1.0,) * 3,) * 3)
    root = fromstring(inline_svg(Figure("f", "title", "about", plot)))
    slanted = [group[0] for group in root.iter(f"{SVG}g") if group.attrib.get("transform", "").startswith("rotate")]
    assert len(slanted) == 3
    for text in slanted:
        left, right, y, _ = label_box(text)
        length = right - left
        assert left + length * cos(radians(SLANT)) <= float(root.attrib["width"])
        assert y - length * sin(radians(SLANT)) > 10


def test_a_heat_map_shows_numbers_with_their_sign() -> None:
    plot = HeatMap("Column", ("A", "B"), "Pearson", "Kendall", ((1.0, 0.876), (-0.334, 1.0)))
    root = fromstring(inline_svg(Figure("f", "title", "about", plot)))
    numbers = [label_box(text)[3] for text in root.iter(f"{SVG}text") if text.attrib.get("class") == "heat-number"]
    assert numbers == ["0.88", "-0.33"]
    assert [text_width(number) < 40 for number in numbers] == [True, True]
    assert plot.table.rows == (("A", "B", 0.876, -0.334),)
