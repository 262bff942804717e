"""How many model summaries are enough: the analysis by pyramid order.

The order of a pyramid is the number of its model summaries. Summaries are scored against every smaller pyramid that can
be built from some of a topic's model summaries. These scores are compared with the scores against the largest pyramids,
those of the reference order.
"""
