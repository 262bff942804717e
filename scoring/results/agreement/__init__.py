"""How far annotators agree, on words and on peers, and whether scores depend on the annotator."""
