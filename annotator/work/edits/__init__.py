"""What an edit does to a work, as pure functions (DESIGN §4).

The same rules are written for the page in ``static/js/{work,pyramids,matching}/edits``; the vectors in
``tests/vectors`` are run by both.
"""
