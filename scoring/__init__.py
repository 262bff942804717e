"""Scores of peer summaries against pyramids of Summary Content Units."""
