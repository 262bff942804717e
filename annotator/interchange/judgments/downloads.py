"""Answers members' requests to download judgments, items or measures as a file."""

from typing import Any, Self

from django import forms
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.utils.http import content_disposition_header

from annotator.interchange.judgments.exporting import export_judgments, export_measures
from annotator.interchange.judgments.layouts import FORMATS, TABLES, Layout, Shape
from annotator.interchange.judgments.measures import measure_rows
from annotator.interchange.judgments.visible_rows import has_visible_sheets, visible_rows
from annotator.judgments.models import Instrument, sheets
from annotator.projects.permissions import can_manage
from annotator.texts.errors import FieldError
from annotator.web.file_names import file_stem
from annotator.web.forms import PageForm
from annotator.web.refusals import MalformedQuery, NotAllowed, ServiceRefused

MAX_SHEETS = 20_000
"""A request is refused if it would export more sheets; the command ``export_judgments`` has no limit."""


class ExportQuery(PageForm):
    """The query string of a download: ``?file=csv&shape=judgments&judge=NAME&drafts=yes``."""

    file = forms.ChoiceField(choices=[(name, name) for name in FORMATS], required=False, label="Format")
    shape = forms.ChoiceField(
        choices=[(shape, shape) for shape in Shape], required=False, help_text="What each row contains."
    )
    judge = forms.CharField(max_length=200, required=False, help_text="Only the judgments of this judge.")
    drafts = forms.ChoiceField(choices=[("yes", "yes")], required=False, help_text="Include unfinished sheets.")

    def require_valid(self) -> Self:
        """Raises MalformedQuery with a sentence for each unknown or invalid parameter; otherwise returns this query."""
        unknown = [FieldError(name, "There is no such parameter.") for name in self.data if name not in self.fields]
        invalid = [FieldError(name, " ".join(map(str, messages))) for name, messages in self.errors.items()]
        if unknown or invalid:
            raise MalformedQuery([*unknown, *invalid])
        return self


def export_response(*, instrument: Instrument, user: User, query: dict[str, Any]) -> HttpResponse:
    """Returns the requested file. ``query``: the cleaned data of an `ExportQuery`.

    ``instrument``: from ``visible_to(user)``, which adds the user's role. Raises Instrument.DoesNotExist if the user
    may see none of its sheets or, for measures, not the results; NotAllowed if only managers may download this layout,
    because it names summarizers; and ServiceRefused if the layout cannot represent the judgments.
    """
    if not has_visible_sheets(instrument, user):
        raise Instrument.DoesNotExist
    layout = Layout.of(query["file"] or "csv", query["shape"])
    layout.check_judge(query["judge"])
    if not can_manage(instrument.member_role) and (layout.shape == Shape.ITEMS or layout.file_format not in TABLES):
        raise NotAllowed("Only managers can download this; you can download your judgments as csv, jsonl or xlsx.")
    if sheets().visible_to(user).filter(sheet__instrument=instrument).count() > MAX_SHEETS:
        raise ServiceRefused(f"There are more than {MAX_SHEETS:,} sheets: use the command export_judgments.")
    data = _data(instrument, user, layout, query)
    stem = file_stem(instrument.project.slug, instrument.key, *filter(None, (query["judge"],)))
    return HttpResponse(
        data,
        content_type=layout.content_type,
        headers={
            "Content-Disposition": content_disposition_header(
                as_attachment=True, filename=f"{stem}.{layout.shape}.{layout.suffix}"
            )
            or "",
            "Cache-Control": "private, no-store",
        },
    )


def _data(instrument: Instrument, user: User, layout: Layout, query: dict[str, Any]) -> bytes:
    with_drafts = query["drafts"] == "yes"
    if layout.shape == Shape.MEASURES:
        measures = measure_rows(instrument=instrument, user=user, with_drafts=with_drafts)
        return export_measures(measures, layout.file_format)
    rows = visible_rows(instrument=instrument, user=user, with_drafts=with_drafts)
    return export_judgments(
        instrument=instrument,
        rows=[row for row in rows if query["judge"] in ("", row.judge)],
        layout=layout,
        with_items=can_manage(instrument.member_role),
    )
