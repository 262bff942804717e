"""Figures: draws numbers as SVG, without Django, database or browser.

A Figure has a plot: a BarPlot, BoxPlot, DotPlot, HeatMap, LinePlot, PyramidPlot or ScatterPlot. A plot draws itself and
also returns its numbers as a table, so that the picture, the table and the CSV file have the same numbers.

To show a figure named "ranks", a view calls ``page_with_figures`` of ``scoring.results.pages`` instead of ``render``;
the same URL with ``?figure=ranks&as=svg`` (or ``csv``) then answers with the file. The template includes
``scoring/figures/_head.html`` in its block ``scripts`` and has ``{% figure figures.ranks %}``, of the tag library
``figures``, where the figure goes.
"""
