"""Discourse relations that other programs have found, in files beside texts.

``brackets``  text with brackets, as linziheng/pdtb-parser writes it: ``{Exp_2_Arg1 the dam broke Exp_2_Arg1}``
``conll``  JSON Lines of the CoNLL shared tasks of 2015 and 2016
``pipes``  files of the Penn Discourse Treebank 2.0 with 48 columns, separated by ``|``
``alignment``  finds the sentences of a stored text that the arguments cover
``parses``  what readers return
``reading``  chooses the reader of a file
"""
