"""Baselines of a project: LEAD, RAND and CENTROID as extracts of its documents, and on request as peers."""
