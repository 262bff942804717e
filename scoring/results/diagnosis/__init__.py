"""Diagnosis: which SCUs peers miss, and which the best summarizer has and the worst lacks."""
