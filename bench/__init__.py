"""The budgets of the design, measured: ``python -m bench`` (or ``make bench``).

A line is a function marked with :func:`bench.registry.line`, in a module that ``bench/__main__.py`` names. Ratios and
counts are what to read: seconds depend on the machine, and no test asserts them.
"""
