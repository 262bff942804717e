"""Reads people's ratings of peers for the tables of DUC 2005 and 2006, which have them beside the scores."""

from collections.abc import Sequence

from annotator.interchange.judgment_files.duc_scores import RATINGS
from annotator.judgments.models import Instrument
from annotator.judgments.queries.rows import judgment_rows
from annotator.projects.models import Project
from annotator.web.refusals import ServiceRefused
from scoring.results.exports.forms import Ratings


def peer_ratings(project: Project, keys: Sequence[str]) -> Ratings:
    """Returns the ratings of peers by the instruments with these keys, of finished sheets.

    Raises ServiceRefused for an unknown instrument, for one that asks none of the table's questions, and if judges
    rated a peer differently, because the table has one value.
    """
    ratings: dict[tuple[str, str, str], int] = {}
    for key in keys:
        instrument = Instrument.objects.filter(project=project, key=key).first()
        if instrument is None:
            raise ServiceRefused(f"The project has no instrument “{key}”.")
        if not instrument.questions.filter(key__in=RATINGS.values()).exists():
            known = ", ".join(RATINGS.values())
            raise ServiceRefused(f"The instrument “{key}” has none of the questions {known}.")
        for row in judgment_rows(instrument=instrument, user=None):
            if row.value is None or row.kind != "peer" or row.question not in RATINGS.values():
                continue
            subject = (row.topic, row.summarizer, row.question)
            if ratings.setdefault(subject, row.value) != row.value:
                raise ServiceRefused(
                    f"Judges gave {row.summarizer} of topic {row.topic} different ratings for {row.question}; "
                    "the table has one."
                )
    return ratings
