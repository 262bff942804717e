"""Scores of peer summaries against pyramids, and how reliable they are."""
