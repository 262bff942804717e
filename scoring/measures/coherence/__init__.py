"""The discourse coherence models of Lin et al. (2011, 2012): LIN, LIN+C, LIN+E and DICOMER.

``connectives``  discourse relations by a list of connectives, if no parser has found them
``roles``  the roles that discourse relations give to words
``matrix``  the roles of each word in each sentence
``transitions``  how often roles follow each other from sentence to sentence, or stand in one cell together
``features``  the numbers from which a trained model computes a score
"""
