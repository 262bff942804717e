"""The kinds of instruments, by name."""

from annotator.judgments.kinds.base import InstrumentKind
from annotator.judgments.kinds.coverage import Coverage
from annotator.judgments.kinds.extract import ExtractByJudge
from annotator.judgments.kinds.presence import Presence
from annotator.judgments.kinds.rating import Rating
from annotator.judgments.kinds.utility import Utility

INSTRUMENT_KINDS: dict[str, InstrumentKind] = {
    kind.name: kind for kind in (Rating(), Coverage(), Utility(), ExtractByJudge(), Presence())
}
"""A fixed list: users cannot define kinds, because each kind needs its own code for its sheets, scores and pages."""


def instrument_kind(name: str) -> InstrumentKind:
    """The kind of this name. Raises KeyError."""
    return INSTRUMENT_KINDS[name]
