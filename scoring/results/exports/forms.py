"""What can be asked in a URL of scores as a file."""

from typing import Any

from django import forms

from scoring.results.exports.formats import WIDE_DUC, ExportForm, FileFormat, Shape
from scoring.results.forms import ScoreQuery


class ExportQuery(ScoreQuery):
    """Of scores as a file: ``?file=csv|xlsx|json|duc&shape=long|wide&topic=KEY&header=no`` and what ScoreQuery takes.

    ``score`` is that of a wide table; ``header=no`` leaves the names of a DUC table's columns out.
    """

    file = forms.ChoiceField(choices=[(one, one) for one in FileFormat], required=False)
    shape = forms.ChoiceField(choices=[(one, one) for one in Shape], required=False)
    topic = forms.CharField(required=False)
    header = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")], required=False)

    def clean(self) -> dict[str, Any]:
        """Refuse a wide DUC table."""
        cleaned: dict[str, Any] = super().clean() or {}
        if (cleaned.get("file"), cleaned.get("shape")) == (FileFormat.DUC, Shape.WIDE):
            self.add_error("shape", WIDE_DUC)
        return cleaned

    def form(self, file_format: FileFormat | None = None) -> ExportForm:
        """The form that was asked for; with ``file_format`` a file of that format, whatever ``file`` says."""
        asked = self.asked
        taken = file_format or FileFormat(asked.get("file") or FileFormat.CSV)
        shape = Shape(asked.get("shape") or Shape.LONG)
        if taken is FileFormat.DUC:
            shape = Shape.LONG
        return ExportForm(taken, shape, self.shown.kind, header=asked.get("header") != "no")
