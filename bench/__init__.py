"""Measurements of the design's budgets: ``python -m bench`` (or ``make bench``).

Each line of the bench is a module with a function ``measure``. Read the ratios and counts: seconds depend on the
machine, and no test asserts them.
"""
