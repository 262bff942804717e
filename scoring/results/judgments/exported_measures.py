"""The scores of an instrument's summaries, as exports of judgments contain them."""

from collections.abc import Iterator

from django.contrib.auth.models import User

from annotator.interchange.judgments.measures import MeasureRow
from annotator.judgments.models import Instrument
from scoring.results.judgments.project_sheets import read_judgments
from scoring.results.judgments.scores import summary_scores
from scoring.results.judgments.settings import JudgmentSettings, counted_sheets


def exported_measures(instrument: Instrument, user: User | None, with_drafts: bool) -> Iterator[MeasureRow]:
    """Yields the scores with default settings. Raises Instrument.DoesNotExist if the user may not see results."""
    settings = JudgmentSettings(include_drafts=with_drafts)
    data = read_judgments(instrument=instrument, user=user, with_drafts=with_drafts)
    for score in summary_scores(data, counted_sheets(data, settings).sheets, settings):
        yield MeasureRow(
            topic=score.subject.topic,
            summarizer=score.subject.summarizer,
            kind=score.subject.kind,
            measure=f"{instrument.key}.{score.measure.name}",
            value=None if score.value is None else float(score.value),
            judges=score.judge_count,
        )
