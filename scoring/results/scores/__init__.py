"""Scores of peers: by project, by topic, and the SCUs behind the score of one peer."""
