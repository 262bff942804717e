"""Scores as files: CSV, XLSX, JSON and the table of DUC."""
