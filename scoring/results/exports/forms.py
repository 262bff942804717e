"""The query string of scores as a file."""

from typing import Any

from django import forms

from scoring.results.exports.formats import WIDE_DUC, ExportForm, FileFormat, Shape
from scoring.results.forms import TopicQuery


class ExportQuery(TopicQuery):
    """A :class:`TopicQuery` with ``file=csv|xlsx|json|duc&shape=long|wide&header=no``.

    ``score`` is the score of a wide table. ``header=no`` leaves out the column names of a DUC table.
    """

    file = forms.ChoiceField(choices=[(one, one) for one in FileFormat], required=False)
    shape = forms.ChoiceField(choices=[(one, one) for one in Shape], required=False)
    header = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")], required=False)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if (cleaned.get("file"), cleaned.get("shape")) == (FileFormat.DUC, Shape.WIDE):
            self.add_error("shape", WIDE_DUC)
        return cleaned

    def form(self, file_format: FileFormat | None = None) -> ExportForm:
        """The form of the file; ``file_format`` goes before ``file``."""
        values = self.values
        chosen = file_format or FileFormat(values.get("file") or FileFormat.CSV)
        shape = Shape.LONG if chosen is FileFormat.DUC else Shape(values.get("shape") or Shape.LONG)
        return ExportForm(chosen, shape, self.display.kind, header=values.get("header") != "no")
