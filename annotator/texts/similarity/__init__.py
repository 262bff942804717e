"""Similar text: passages of other summaries, and SCUs, that are worded like a stretch of text or an SCU.

Pure: only numpy, no Django, no database, no trained model. Words are weighted by how rare they are among the topic's
sentences (TF-IDF) and compared by their character n-grams, so that inflected and compound words, and languages without
spaces, need no lists. The constants were chosen on two annotators' pyramids of one topic; `python -m bench "similar
text"` measures them on a third's. Results change little around them.
"""
