"""Trained measures of projects: their storage, training, pages and API (ADR 218)."""
