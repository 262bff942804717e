"""What edits do to a work, as pure functions (DESIGN §4).

The pages implement the same rules in ``static/js/{work,pyramids,matching}/edits``; both run ``tests/vectors``.
"""
