"""Scores of judgments as columns of studies."""
