"""Scores by a pyramid's order, its number of model summaries: how many are enough (Nenkova & Passonneau 2004, 3.3)?"""
