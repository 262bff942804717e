"""Scores as files: CSV, XLSX, JSON, and the tab-separated table of DUC and TAC."""
