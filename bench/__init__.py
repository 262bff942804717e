"""Benchmarks of speed, memory and size: ``python -m bench`` (or ``make bench``).

Each benchmark is a function that yields figures; most figures have a budget. Between machines only ratios and counts
can be compared, not seconds.
"""
