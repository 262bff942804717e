"""Similar text: passages of other summaries, and SCUs, that are worded like a *query* (selected text, or an SCU).

Pure: only numpy, no Django, no database, no trained model. Words are weighted by how rare they are among the topic's
sentences (TF-IDF) and compared by their character n-grams, so that inflected and compound words, and languages without
spaces, need no word lists. The constants were chosen with the pyramids of two annotators for one topic; `python -m
bench "similar text"` measures the results with the pyramid of a third annotator. Slightly different constants give
similar results.
"""
