"""Scores of peers: by project, by topic, and what one of them is made of."""
