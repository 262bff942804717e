"""What edits do to a work, as pure functions.

The pages implement the same rules in ``static/js/{work,pyramids,matching}/edits``. ``tests/vectors`` test both.
"""
