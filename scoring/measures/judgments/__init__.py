"""Scores that people's judgments of summaries give, other than those of pyramids.

``coverage``  how much of a model summary's units a summary expresses (DUC 2001-2003)
``co_selection``, ``relative_utility``, ``subsumption``  extracts against sentences that judges chose or rated
``presence``, ``nuggets``  which statements a summary or an answer expresses
``midranks``  ratings as ranks within a topic

These modules know values only, no instruments, sheets or judges' names; :mod:`scoring.results.judgments` applies them.
"""
