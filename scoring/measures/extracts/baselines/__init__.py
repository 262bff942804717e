"""Baselines: extracts that simple rules make of a topic's documents.

``options``  which baselines, how long, and their settings
``documents``  the sentences to choose from, and the dates of documents
``sizes``  takes sentences in an order until the extract is long enough
``rules``  the orders of LEAD and RAND, and the table of all baselines
``centroid``  CENTROID, the extract that the summarizer MEAD makes by default
"""
