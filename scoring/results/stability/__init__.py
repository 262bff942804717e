"""How many model summaries are enough: the analysis by pyramid order.

The order of a pyramid is the number of its model summaries. Scores against all smaller pyramids (of order n) that can
be made of a topic's model summaries are compared with the scores against the largest ones, of the reference order.
"""
