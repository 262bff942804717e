"""Measurements of the design's budgets: ``python -m bench`` (or ``make bench``).

Each benchmark is a module with a function ``measure``, which yields figures. Compare ratios and counts between
machines, not seconds.
"""
