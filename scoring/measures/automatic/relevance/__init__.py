"""Relevance correlation (Radev et al. 2003, section 3.3): is a search in summaries like a search in their documents?

Two collections have a text for each topic: the topic's documents, joined, or the summary that replaces them. The same
retrieval engine scores both collections, with the statement of a topic as query; the measure is the correlation of the
two lists of scores. ADR 214 says why.

``counts``  how often the texts of both collections have the words of a statement: all that the engines need
``engines``  the retrieval engines
``correlation``  the measure
"""
