"""Scores, agreement and variation of the judgments of one instrument: computed without a database, then shown on pages,
in files and by the API.

``sheets``, ``settings``  the data of all analyses, and which sheets count
``scores``  the scores of each sheet and each summary, computed in ``rating_scores``, ``coverage_scores``,
``presence_scores`` and ``extracts.scores``
``bases``  the item lists that scores are measured against, which must not be mixed
``extracts``  systems' extracts against the sentences that judges rated or chose
``agreement``  how far the judges agree, from the arrays of ``question_values``
``variation``  how much scores differ between judges and models
``summarizers``, ``report``  means over topics with ranks and tests, and everything as JSON
``project_sheets``, ``project``  the data and the report of a project's instrument, for a viewer who may see them
``forms``, ``views``, ``agreement_page``, ``files``, ``api``  query strings, pages, files and API calls
"""
