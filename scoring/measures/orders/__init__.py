"""Scores by the order of a pyramid, which is the number of its model summaries: how many are enough?

Source: Nenkova & Passonneau 2004, section 3.3.
"""
