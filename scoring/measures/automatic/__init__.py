"""Automatic measures: what gives a summary a number without a person (ADR 193).

A measure is a named, versioned, pure function: the texts of one topic in, a row of values for each peer out. Its
signature names everything that could change a value. To add a measure, write a `MeasureDefinition` and list it in
:mod:`scoring.measures.automatic.registry`.

``topic_texts``  the input and the result (`Text`, `TopicTexts`, `Need`, `Scored`)
``parameters``, ``measure``, ``signature``, ``registry``  what a measure is, its name in one line, the table of all
``words``, ``grams``, ``bags``, ``references``  the steps that measures share: words as numbers, n-grams and skip
bigrams of words, clipped overlaps of bags, and the combination of several models into one value
``rouge``, ``elements``, ``tesla_s``, ``similarity``  the measures
``tokens``, ``warnings``  words by tokenizer and case; what people should know about a value
"""
