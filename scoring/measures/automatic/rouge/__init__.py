"""ROUGE, equal to ROUGE-1.5.5 in its five decimals (Lin, W04-1013; the script of 2005, flaws included).

``options``  the parameters that all have, and the words of a topic under them
``skip``, ``lcs``, ``wlcs``  what is counted besides n-grams
``values``  recall, precision and F from counts
``definitions``  the measures
"""
