"""Similarity of a summary to its models (Radev et al. 2003, section 3.2; Harman & Over 2004, section 2.2).

``sets``  shared distinct words and n-grams
``frequencies``, ``cosine``  the cosine of vectors of words, and the frequencies of words in texts that weight them
``lcs``  the longest common subsequence
``definitions``  the measures
"""
