"""Measures of extracts, and of any summary against the documents of its topic (Radev et al. 2003; Donaway et al. 2000).

``selection``  the sentences of an extract against those that judges chose: precision, recall, F1 and kappa
``sentence_rank``  Kendall's tau-b between the rankings of sentences that two extracts imply
``content``  cosines with the documents and with judges' extracts or models, in three vector spaces
``spaces``  these vector spaces: word counts, counts times idf, and SVD
``definitions``  the measures
"""
