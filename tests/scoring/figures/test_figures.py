"""Every plot: well-formed SVG, all numbers of the table in the picture, texts escaped, labels inside the frame."""

from itertools import combinations
from xml.etree.ElementTree import Element

import pytest
from defusedxml.ElementTree import fromstring

from scoring.figures.bar_plot import Bar, BarPlot
from scoring.figures.box_plot import Box, BoxPlot
from scoring.figures.dot_plot import Dot, DotPlot, DotRow
from scoring.figures.figure import Figure, Plot, inline_svg, svg_file
from scoring.figures.heat_map import HeatMap
from scoring.figures.histogram import Histogram, HistogramBar, Panel
from scoring.figures.lettering import shortened, text_width
from scoring.figures.line_plot import Line, LinePlot, Point
from scoring.figures.marks import Series
from scoring.figures.pyramid_plot import PlotCell, PlotTier, PyramidPlot
from scoring.figures.scale import Reference
from scoring.figures.scatter_plot import ScatterPlot, ScatterPoint

SVG = "{http://www.w3.org/2000/svg}"
NASTY = '<script>alert("1")</script> & more \x00\ud800'
THIRD, SEVENTH = 1 / 3, 1 / 7

DOTS = DotPlot(
    "Score",
    "Peer",
    (Series(NASTY), Series("mean"), Series("other", is_pale=True), Series("another", is_pale=True)),
    (
        DotRow(NASTY * 9, (Dot(THIRD, SEVENTH, 0.9), Dot(0.5), Dot(0.25), Dot(0.25))),
        DotRow("8", (Dot(0.0, 0.0, 0.0), None, None, Dot(1.2))),
    ),
    joins_dots=True,
    references=(Reference(0.4, NASTY),),
)
LINES = LinePlot(
    "Order",
    NASTY,
    (
        Line(Series(NASTY), (Point(1, THIRD, 0.0, 0.9), Point(2, 0.5, 0.4, 0.6), Point(3, None))),
        Line(Series("B"), (Point(2, SEVENTH),)),
    ),
    references=(Reference(0.06, "threshold"),),
)
BARS = BarPlot("Peers", "SCU", (Bar(NASTY * 20, 3, total=4), Bar("other", THIRD, total=1), Bar("none", None)))
PYRAMID = PyramidPlot(
    (
        PlotTier(4, (PlotCell(NASTY, is_matched=True),)),
        PlotTier(1, tuple(PlotCell(str(n), is_matched=n % 2 == 0) for n in range(130))),
    )
)
SCATTER = ScatterPlot(
    NASTY,
    "Difference",
    "Peer",
    (ScatterPoint(NASTY * 9, THIRD, SEVENTH), ScatterPoint("8", 0.0, -0.25)),
    (Reference(-0.3, NASTY), Reference(0.0, "mean"), Reference(0.3, "limit")),
)
NAMED = ScatterPlot(
    NASTY,
    "Modified",
    "Summarizer",
    (ScatterPoint(NASTY * 9, THIRD, SEVENTH), ScatterPoint("8", 0.0, -0.25), ScatterPoint("9", 0.001, -0.25)),
    shows_names=True,
    has_fit_line=True,
)
HEAT = HeatMap(
    "Column", (NASTY * 9, "B", "C"), NASTY, "Kendall", ((1.0, THIRD, None), (-SEVENTH, 1.0, 0.9999), (0.0, -1.0, 1.0))
)
HISTOGRAMS = Histogram(
    "Measure",
    NASTY,
    "extracts",
    (
        Panel(NASTY * 9, (HistogramBar(0.0, THIRD, 12), HistogramBar(THIRD, 0.9, 0)), (Reference(-0.2, NASTY),)),
        Panel("E6", (HistogramBar(SEVENTH, SEVENTH, 1), HistogramBar(1.0, 1.0, 1_234_567))),
        Panel("E7", ()),
        Panel("E8", (HistogramBar(0.5, 0.5, 3),)),
    ),
)
BOXES = BoxPlot(NASTY, "Topic", (Box(NASTY * 9, (0.1, SEVENTH, THIRD, 0.4, 3.0)), Box("D2", (0.5,)), Box("D3", ())))
JOINED = DotPlot(
    "Median",
    "Summarizer",
    tuple(map(Series, "ABC")),
    tuple(DotRow(name, (Dot(THIRD), None if name == "8" else Dot(SEVENTH), Dot(0.5))) for name in ("7", "8", "9")),
    joins_rows=True,
)
PLOTS: dict[str, Plot] = {
    "dots": DOTS,
    "joined": JOINED,
    "boxes": BOXES,
    "lines": LINES,
    "bars": BARS,
    "pyramid": PYRAMID,
    "scatter": SCATTER,
    "names": NAMED,
    "heat": HEAT,
    "histograms": HISTOGRAMS,
}
EMPTY: list[Plot] = [
    BoxPlot("Difference", "Topic", ()),
    BoxPlot("Difference", "Topic", (Box("D1", ()),)),
    DotPlot("Score", "Peer", (Series("a"),), (DotRow("1", (None,)),), joins_rows=True),
    DotPlot("Score", "Peer", (), ()),
    DotPlot("Score", "Peer", (Series("a"),), (DotRow("1", (None,)),)),
    LinePlot("x", "y", ()),
    LinePlot("x", "y", (Line(Series("a"), (Point(1, None),)),)),
    BarPlot("Peers", "SCU", ()),
    PyramidPlot(()),
    ScatterPlot("x", "y", "point", ()),
    ScatterPlot("x", "y", "point", (), shows_names=True, has_fit_line=True),
    HeatMap("Column", (), "Pearson", "Kendall", ()),
    Histogram("Measure", "Score", "extracts", ()),
    Histogram("Measure", "Score", "extracts", (Panel("E1", ()),)),
    HeatMap("Column", ("A", "B"), "Pearson", "Kendall", ((None, None), (None, None))),
]


CROWDED: dict[str, Plot] = {
    "many boxes": BoxPlot(
        "Difference", "Topic", tuple(Box(f"D{t:04}", tuple((7 * n + t) % 31 / 25 for n in range(9))) for t in range(30))
    ),
    "many topics": DotPlot(
        "Score",
        "Topic",
        (*(Series(f"System {n}", is_pale=n != 4) for n in range(30)), Series("mean of all")),
        tuple(DotRow(f"D{t:04}", tuple(Dot((7 * n + 3 * t) % 31 / 25) for n in range(31))) for t in range(20)),
        axis_range=(0, 1),
    ),
    "many orders": LinePlot(
        "Order",
        "Score",
        tuple(Line(Series(f"Summarizer {n}"), tuple(Point(x, x * n / 1e5) for x in range(1, 60))) for n in range(9)),
    ),
    "close references": ScatterPlot(
        "Mean",
        "Difference",
        "Peer",
        tuple(ScatterPoint(str(n), n / 300, 0.5 * (n == 3)) for n in range(200)),
        (Reference(-0.001, "lower"), Reference(0.0, "mean"), Reference(0.001, "upper")),
    ),
    "sixty names": ScatterPlot(
        "ROUGE-2",
        "Modified",
        "Summarizer",
        tuple(ScatterPoint(f"Summarizer {n}", (n * 37 % 61) / 61 + 0.5, (n * 17 % 60) / 60) for n in range(60)),
        shows_names=True,
    ),
    "many columns": HeatMap(
        "Column",
        tuple(f"rouge-{n}:stem=no,stop=smart" for n in range(28)),
        "Pearson",
        "Kendall",
        tuple(tuple((a - b) / 28 for b in range(28)) for a in range(28)),
    ),
    "many SCUs": BarPlot("Missed", "SCU", tuple(Bar(f"Weight {n}", 1000 * n, total=12_345) for n in range(1, 12))),
}


def label_box(one: Element) -> tuple[float, float, float, str]:
    """Where a label begins and ends, its line, and its text."""
    text = "".join(span.text or "" for span in one.iter(f"{SVG}tspan"))
    wide, x = text_width(text), float(one.attrib["x"])
    left = x - {"start": 0, "middle": wide / 2, "end": wide}[one.attrib["text-anchor"]]
    return left, left + wide, float(one.attrib["y"]), text


def figure(plot: Plot) -> Figure:
    """The plot with nasty words around it."""
    return Figure("f", NASTY, NASTY, plot)


def drawn_values(text: str) -> list[str]:
    """The exact numbers that marks carry."""
    return [one.attrib["data-value"] for one in fromstring(text).iter() if "data-value" in one.attrib]


@pytest.mark.parametrize("name", PLOTS)
def test_a_picture_is_well_formed_has_a_text_alternative_and_escapes_what_it_is_given(name) -> None:
    for text in (inline_svg(figure(PLOTS[name])), svg_file(figure(PLOTS[name]), ".plot text { fill: #111; }")):
        root = fromstring(text)
        assert (root.tag, root.attrib["role"]) == (f"{SVG}svg", "img")
        assert [root[0].tag, root[1].tag] == [f"{SVG}title", f"{SVG}desc"]
        assert root.attrib["aria-labelledby"] == f"{root[0].attrib['id']} {root[1].attrib['id']}"
        assert root[0].text == root[1].text == NASTY.replace("\x00", "\ufffd").replace("\ud800", "\ufffd")
        assert "<script" not in text
        assert not any("style" in one.attrib for one in root.iter())


@pytest.mark.parametrize("name", ["dots", "joined", "lines", "bars", "heat"])
def test_all_numbers_of_the_table_are_in_the_picture_to_the_last_digit(name) -> None:
    table = PLOTS[name].table
    ends = ("from", "to", "least", "greatest")  # of intervals: drawn as lines
    values = [at for at, head in enumerate(table.columns) if at and head != "of" and not head.endswith(ends)]
    told = [repr(row[at]) for row in table.rows for at in values if isinstance(row[at], int | float)]
    assert sorted(drawn_values(inline_svg(figure(PLOTS[name])))) == sorted(told)


def test_the_pyramid_has_a_cell_for_each_row_of_its_table() -> None:
    cells = [one for one in fromstring(inline_svg(figure(PYRAMID))).iter(f"{SVG}rect") if len(one)]
    said = [cell[0].text or "" for cell in cells]
    assert len(cells) == len(PYRAMID.table.rows) == 131
    assert sum("in the peer" in one for one in said) == 66
    assert said[1:3] == ["0 (weight 1, in the peer)", "1 (weight 1, missing)"]
    assert PYRAMID.table.rows[2] == (1, "1", "missing")


def test_tables_of_intervals_and_bands_have_their_ends() -> None:
    assert DOTS.table.columns[1:] == (NASTY, f"{NASTY}, from", f"{NASTY}, to", "mean", "other", "another")
    assert DOTS.table.rows[1] == ("8", 0.0, 0.0, 0.0, None, None, 1.2)
    assert LINES.table.rows == ((1, THIRD, 0.0, 0.9, None), (2, 0.5, 0.4, 0.6, SEVENTH), (3, None, None, None, None))
    assert BARS.table.columns == ("SCU", "Peers", "of")


def test_a_scatter_plot_has_a_mark_for_each_point_and_a_row_for_each_reference() -> None:
    assert drawn_values(inline_svg(figure(SCATTER))) == [repr(SEVENTH), "-0.25"]
    assert SCATTER.table.columns == ("Peer", NASTY, "Difference")
    assert SCATTER.table.rows[1:3] == (("8", 0.0, -0.25), (NASTY, None, -0.3))


def test_a_histogram_has_a_bar_for_each_count_and_shows_single_values_by_bars_of_one_width() -> None:
    assert drawn_values(inline_svg(figure(HISTOGRAMS))) == ["12", "1", "1234567", "3"]
    assert HISTOGRAMS.table.rows[1:3] == ((NASTY * 9, THIRD, 0.9, 0), ("E6", SEVENTH, SEVENTH, 1))
    bars = [one.attrib for one in fromstring(inline_svg(figure(HISTOGRAMS))).iter(f"{SVG}rect")]
    widths, heights = ([float(bar[size]) for bar in bars] for size in ("width", "height"))
    assert widths[1:] == [10, 10, 10]
    assert heights == [92, 1, 92, 92]  # the tallest bar of a panel has its height, and the others at least 1 px


def test_a_symmetric_heat_map_names_its_values_once() -> None:
    plot = HeatMap("Measure", ("E1", "E2"), "Spearman", "Spearman", ((None, THIRD), (THIRD, None)))
    assert plot.table.columns == ("Measure", "and measure", "Spearman")
    assert plot.table.rows == (("E1", "E2", THIRD),)
    assert "Above the diagonal" not in inline_svg(figure(plot))


def test_a_box_shows_quartiles_whiskers_mean_and_outliers() -> None:
    # Quartiles of five values are the second, third and fourth; the fence is at .4 + 1.5 (.4 - 1/7) = .786.
    _, count, low, lower, middle, upper, high, mean, outliers = BOXES.table.rows[0]
    assert (count, low, lower, middle, upper, high, outliers) == (5, 0.1, SEVENTH, THIRD, 0.4, 0.4, "3.0")
    assert mean == pytest.approx((0.1 + SEVENTH + THIRD + 0.4 + 3.0) / 5)
    assert BOXES.table.rows[1:] == (("D2", 1, *[0.5] * 6, ""), ("D3", 0, *[None] * 7))
    numbers = [repr(number) for row in BOXES.table.rows[:2] for number in row[2:8]]
    assert sorted(drawn_values(inline_svg(figure(BOXES)))) == sorted([*numbers, "3.0"])


def test_quartiles_between_values_are_interpolated() -> None:
    # R: boxplot.stats uses hinges; quantile(c(1, 2, 3, 4)), type 7, gives 1.75, 2.5 and 3.25.
    assert Box("D", (4, 1, 3, 2)).quartiles == (1.75, 2.5, 3.25)
    assert Box("D", (0, 0, 0, 10)).whiskers == (0, 2.5)  # 10 is an outlier, and the box ends above the other values


def test_lines_join_the_dots_of_a_series_from_row_to_row() -> None:
    lines = [one.attrib for one in fromstring(inline_svg(figure(JOINED))).iter(f"{SVG}polyline")]
    assert [len(line["points"].split()) for line in lines] == [3, 2, 3]
    assert len({(line["class"], line.get("stroke-dasharray")) for line in lines}) == 3


def test_columns_of_one_name_are_told_apart() -> None:
    plot = DotPlot("Score", "Peer", (Series("Peer"), Series("Peer")), (DotRow("7", (Dot(1), Dot(2))),))
    assert plot.table.columns == ("Peer", "Peer (2)", "Peer (3)")


@pytest.mark.parametrize("plot", EMPTY)
def test_without_data_a_figure_says_so_and_can_still_be_drawn(plot) -> None:
    assert plot.is_empty
    fromstring(inline_svg(figure(plot)))


@pytest.mark.parametrize("name", [*PLOTS, *CROWDED])
def test_no_label_leaves_the_frame_or_lies_on_another(name) -> None:
    root = fromstring(inline_svg(figure({**PLOTS, **CROWDED}[name])))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    slanted = {id(one[0]) for one in root.iter(f"{SVG}g") if one.attrib.get("transform", "").startswith("rotate")}
    boxes = [label_box(one) for one in root.iter(f"{SVG}text") if id(one) not in slanted]
    assert boxes
    for left, right, y, text in boxes:
        assert left >= -0.5, text
        assert right <= width + 0.5, text
        assert 8 < y < height, text
    for (left, right, y, text), (start, end, height, other) in combinations(boxes, 2):
        assert abs(y - height) > 11 or right <= start or end <= left, (text, other)


def test_series_differ_in_more_than_colour() -> None:
    plot = DotPlot("Score", "Peer", tuple(map(Series, "abcdefgh")), (DotRow("7", (Dot(0.5),) * 8),))
    marks = [one for one in fromstring(inline_svg(figure(plot))).iter() if "data-value" in one.attrib]
    looks = {(one.tag, one.attrib.get("d"), one.attrib["class"].split()[1]) for one in marks}
    shapes = {(one.tag, one.attrib.get("d")) for one in marks}
    assert (len(looks), len(shapes)) == (8, 6)


def test_a_long_label_is_cut_with_its_whole_text_on_hovering() -> None:
    short = shortened("word " * 50, 100)
    assert short.endswith("…")
    assert text_width(short) <= 100
    assert shortened("two\n words", 100) == "two words"
    titles = [one.text or "" for one in fromstring(inline_svg(figure(BARS))).iter(f"{SVG}title")]
    assert any(len(title) > 500 for title in titles)
