"""Pure functions that apply edits to the state of a work.

The pages implement the same rules in ``static/js/{work,pyramids,matching}/edits``. ``tests/vectors`` test both.
"""
