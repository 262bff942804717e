"""Scores, agreement and variation of the judgments of one instrument, without database: from rows of the long table to
JSON.

``sheets``, ``settings``  what the analyses get, and which sheets count
``scores``  the scores of each sheet and each summary, computed in ``rating_scores``, ``coverage_scores``,
``presence_scores`` and ``extract_scores``
``utility``  extracts against the sentences that judges rated or chose
``agreement``  how far the judges agree, from the arrays of ``question_values``
``variation``  how much scores differ between judges and models
``summarizers``, ``report``  means over topics with ranks and tests, and everything as JSON
"""
