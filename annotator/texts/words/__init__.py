"""Tokenizers, the stemmer and the lists of words that measures use. Pure: no Django, no database.

The irregular forms are WordNet's (``wordnet/``, with its licence); the stop words are the SMART system's; the function
words are this project's own.
"""
