"""ROUGE, with the same five decimals as ROUGE-1.5.5 (Lin, W04-1013; the script of 2005, flaws included).

``options``  the parameters of all ROUGE measures, and the words of a topic as these parameters choose them
``skip``, ``lcs``, ``wlcs``  counts of skip bigrams and of (weighted) longest common subsequences
``sentences``  the sentences that ``lcs`` and ``wlcs`` compare
``values``  recall, precision and F from counts
``definitions``  the measures
"""
