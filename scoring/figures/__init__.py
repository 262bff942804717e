"""Figures: numbers drawn as SVG. Plain data in, text out; no Django, no database, no browser.

A Figure has a plot: a DotPlot, LinePlot, BarPlot or PyramidPlot. Plots draw themselves and give their numbers as a
table, so that the picture, the table and the CSV file have the same numbers.

To show a figure named "ranks", a view calls ``page_with_figures`` of ``scoring.results.pages`` instead of ``render``;
the same URL with ``?figure=ranks&as=svg`` (or ``csv``) then answers with the file. The template includes
``scoring/figures/_head.html`` in its block ``scripts`` and has ``{% figure figures.ranks %}``, of the tag library
``figures``, where the figure goes.
"""
