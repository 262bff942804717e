"""Scores by pyramid order: how many model summaries are enough (Nenkova & Passonneau 2004, section 3.3)."""
