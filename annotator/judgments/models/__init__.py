"""The tables of judgments: instruments, item lists, sheets and extracts."""

from annotator.judgments.models.extracts import Extract, ExtractedItem
from annotator.judgments.models.instruments import Instrument, Question
from annotator.judgments.models.items import Item, ItemList
from annotator.judgments.models.sheets import KIND, Judgment, Mark, Sheet, sheets

__all__ = [
    "KIND",
    "Extract",
    "ExtractedItem",
    "Instrument",
    "Item",
    "ItemList",
    "Judgment",
    "Mark",
    "Question",
    "Sheet",
    "sheets",
]
