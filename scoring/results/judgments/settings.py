"""Which judgments count in the scores, and how the values of several judges become one value."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scoring.measures.judgments.presence import LENGTH_PENALTY, Aggregate, Tie
from scoring.measures.judgments.relative_utility import FULL_CREDIT
from scoring.results.judgments.question_values import judge_shares
from scoring.results.judgments.sheets import InstrumentData, JudgedSheet


@dataclass(frozen=True, slots=True)
class LengthTarget:
    """For coverage adjusted for length: the number of ``words`` that summaries should have, and ``share``, the weight
    of coverage (the letter a in :func:`scoring.measures.judgments.coverage.length_adjusted`).
    """

    words: int
    share: Fraction


@dataclass(frozen=True, slots=True)
class JudgmentSettings:
    """``program``: use the judgments of this program; "" for those of people. ``include_drafts``: unfinished sheets
    count too. ``aggregate`` and ``tie``: how votes on a statement become one value. ``min_agreement``: judges with a
    smaller share of values equal to those of other judges are left out. ``length_penalty``: the letter a in
    :func:`scoring.measures.judgments.presence.normalized_acu`. ``length_target``: None if coverage is not adjusted.

    For extracts: judges are compared by extracts of ``size`` sentences, or of the share ``rate`` of the judged
    sentences; if both are None, of the sizes of the systems' extracts. ``credit``: the share of a
    sentence's utility that counts if a judge marked it as saying no more than another sentence of the extract.
    """

    program: str = ""
    include_drafts: bool = False
    aggregate: Aggregate = Aggregate.MAJORITY
    tie: Tie = Tie.ABSENT
    min_agreement: Fraction | None = None
    length_penalty: Fraction = LENGTH_PENALTY
    length_target: LengthTarget | None = None
    size: int | None = None
    rate: Fraction | None = None
    credit: Fraction = FULL_CREDIT

    def as_json(self) -> dict[str, Any]:
        """The key "settings" of ``manage.py judgments --json``."""
        return {
            "program": self.program or None,
            "include_drafts": self.include_drafts,
            "aggregate": self.aggregate.value,
            "tie": self.tie.value,
            "min_agreement": None if self.min_agreement is None else float(self.min_agreement),
            "alpha": float(self.length_penalty),
            "target": self.length_target and self.length_target.words,
            "share": self.length_target and float(self.length_target.share),
            "size": self.size,
            "rate": None if self.rate is None else float(self.rate),
            "subsumption": float(self.credit),
        }


@dataclass(frozen=True, slots=True)
class CountedSheets:
    """The sheets that count, and what is left out. ``drafts``: the number of unfinished sheets that are left out.
    ``left_out``: the judges below the ``min_agreement`` of the settings, each with their share of equal values.
    """

    sheets: tuple[JudgedSheet, ...]
    drafts: int
    left_out: dict[str, Fraction]


def counted_sheets(data: InstrumentData, settings: JudgmentSettings) -> CountedSheets:
    """Returns the sheets that the scores are computed from."""
    chosen = [
        sheet
        for sheet in data.sheets
        if (sheet.judge == settings.program if settings.program else sheet.judge not in data.programs)
    ]
    sheets = [sheet for sheet in chosen if sheet.is_finished or settings.include_drafts]
    left_out = {}
    if settings.min_agreement is not None:
        shares = judge_shares(data, sheets)
        left_out = {judge: share for judge, share in shares.items() if share < settings.min_agreement}
    counted = tuple(sheet for sheet in sheets if sheet.judge not in left_out)
    return CountedSheets(counted, len(chosen) - len(sheets), left_out)
