"""Basic Elements: pairs of a head and its modifier with their relation (Hovy et al. 2006), counted as in ROUGE-1.5.5.

``be_files``, ``conllu``  read Basic Elements, and parses to make them from
``ud1``  the rules that make them from a parse
``definitions``  the measures
"""
