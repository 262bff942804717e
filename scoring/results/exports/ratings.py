"""Reads people's ratings of peers for the tables of DUC 2005 and 2006, which have them beside the scores."""

from collections.abc import Sequence

from annotator.interchange.judgment_files.duc_scores import RATINGS
from annotator.judgments.models import Instrument
from annotator.judgments.queries.rows import judgment_rows
from annotator.projects.models import Project
from annotator.web.refusals import ServiceRefused
from scoring.results.exports.forms import Ratings


def peer_ratings(project: Project, keys: Sequence[str]) -> Ratings:
    """Returns the ratings of peers in finished sheets of the instruments with these keys.

    Raises ServiceRefused for an unknown instrument, for an instrument that asks none of the table's questions, and for
    different ratings of a peer on the same question, because the table has room for one.
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
            cell = (row.topic, row.summarizer, row.question)
            if ratings.setdefault(cell, row.value) != row.value:
                raise ServiceRefused(
                    f"Judges gave {row.summarizer} of topic {row.topic} different ratings for {row.question}; "
                    "the table has room for one."
                )
    return ratings
