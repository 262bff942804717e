"""Figures: numbers drawn as SVG. Plain data in, text out; no Django, no database, no browser.

How a page shows a figure:

1. A module of services makes it from values that the page has anyway::

       Figure("ranks", "Ranks", "Mean of each peer with its 95 % interval.", DotPlot("Mean score", "Peer",
           (Series("Mean"),), tuple(DotRow(name, (Dot(mean, low, high),)) for name, mean, low, high in ranked)))

   Plots: DotPlot (rows of dots, with or without intervals), LinePlot (lines over x, with or without a band), BarPlot (a
   bar a row, as part of a total if there is one) and PyramidPlot. Each draws itself and gives its numbers as a table,
   so the picture, the table and the CSV file have the same numbers. 2. The view ends in ``return
   page_with_figures(request, template, context, [figure, ...], stem=slug)`` of ``scoring.results.pages`` instead of
   ``render``. The same URL with ``?figure=ranks&as=svg`` (or ``csv``) then answers with the download, after the same
   permission checks and queries. 3. The template has ``{% block scripts %}{% include "scoring/figures/_head.html" %}{%
   endblock %}`` and, at the place of the figure, ``{% load figures %}{% figure figures.ranks %}`` (shows nothing if
   there is no figure of that name).
"""
