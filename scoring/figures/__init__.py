"""Pictures of numbers as SVG: plain data in, text out; no Django, no database, no browser.

How a page gets a figure:

1. Make it from values that the page has anyway (in a module of services)::

       Figure("ranks", "Ranks", "Mean of each peer with its 95 % interval.", DotPlot("Mean score", "Peer",
           (Series("Mean"),), tuple(DotRow(name, (Dot(mean, low, high),)) for name, mean, low, high in ranked)))

   Plots: :class:`DotPlot` (rows of dots, with or without intervals), :class:`LinePlot` (lines over x, with or without
   a band), :class:`BarPlot` (a bar a row, as a part of a total if there is one), :class:`PyramidPlot`. Each draws
   itself and tells its numbers as a table, so picture, table and CSV are the same numbers.
2. The view ends in ``return page_with_figures(request, template, context, [figure, ...], stem=slug)`` of
   ``scoring.results.pages`` instead of ``render``. The same address with ``?figure=ranks&as=svg`` (or ``csv``) then
   answers with the download, after the same checks and from the same query.
3. The template has ``{% block scripts %}{% include "scoring/figures/_head.html" %}{% endblock %}`` and, where the
   figure stands, ``{% load figures %}{% figure figures.ranks %}`` (nothing if there is none of that name).
"""

from scoring.figures.bar_plot import Bar, BarPlot
from scoring.figures.dot_plot import Dot, DotPlot, DotRow
from scoring.figures.figure import Figure, Table
from scoring.figures.line_plot import Line, LinePlot, Point
from scoring.figures.marks import Series
from scoring.figures.pyramid_plot import Cell, PyramidPlot, Tier
from scoring.figures.scale import Reference

__all__ = [
    "Bar",
    "BarPlot",
    "Cell",
    "Dot",
    "DotPlot",
    "DotRow",
    "Figure",
    "Line",
    "LinePlot",
    "Point",
    "PyramidPlot",
    "Reference",
    "Series",
    "Table",
    "Tier",
]
