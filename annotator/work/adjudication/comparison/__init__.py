"""Where annotations of the same texts agree and where they differ: aligned by the words they share.

Pure: numpy and scipy alone, no Django, no database. Pyramids and matchings of a peer are compared by the same code: an
SCU and a unit are both an `Item`, with a label and the words it covers.
"""

from annotator.work.adjudication.comparison.differences import Difference, compare
from annotator.work.adjudication.comparison.items import Item, Source, Word, words_of

__all__ = ["Difference", "Item", "Source", "Word", "compare", "words_of"]
