"""All extracts of a document, ranked by up to 28 measures (Donaway, Drummey & Mather 2000).

An extract is a choice of the document's sentences. Sentences are numbered from 0 here, from 1 in files and on pages. A
"truth" is the extract that a judge chose.

``enumeration``  all extracts with a number of sentences
``recall``, ``sentence_tau``, ``products``, ``similarity``  how well extracts agree with truths, or with the document
``scores``  the numbered measures
``ranks``  midranks, Spearman's correlations and histograms
``grid``, ``results``  the ranks of all extracts by all measures; ``documents``  means over documents
``baselines``  extracts by simple rules, with which systems' extracts are compared
"""
