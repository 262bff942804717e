"""Benchmarks of speed, memory and size: ``python -m bench`` (or ``make bench``).

Each benchmark is a module with a function ``measure``, which yields figures; most figures have a budget. Between
machines only ratios and counts can be compared, not seconds.
"""
