"""Automatic measures: functions that score summaries without a person's judgment (ADR 193).

A measure is a pure function with a name and a version. It takes the texts of one topic and returns a row of values for
each peer. Its signature names everything that could change a value. To add a measure, write a `MeasureDefinition` and
list it in :mod:`scoring.measures.automatic.registry`.

``topic_texts``  the input and the result of a measure (`Text`, `TopicTexts`, `Need`, `Scored`)
``measure``, ``parameters``  a measure and its parameters
``signature``  a measure with its parameters as one line
``registry``  the table of all measures
``tokens``, ``words``  the words of texts, and words as numbers
``grams``  n-grams and skip bigrams
``bags``  how many grams two texts share
``references``  how the values against several models become one value
``rouge``, ``elements``, ``tesla_s``, ``similarity``  the measures
``trained_measures``, ``model_training``, ``model_checks``  measures that are trained (see `scoring.measures.trained`)
``warnings``  sentences about values that may mislead
"""
