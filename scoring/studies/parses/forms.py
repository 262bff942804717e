"""The form that imports parses."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from annotator.web.forms import MultipleFileField, PageForm, read_uploads
from scoring.observations.parses.importing import ParseFile
from scoring.observations.parses.models import MAX_PARSER
from scoring.observations.text_files.parse_kinds import PARSE_KINDS

MAX_BYTES = 20_000_000
"""The most bytes of an import by page: reading them takes some seconds. A command may import more."""


class ParsesForm(PageForm):
    """Files of parses, and what the files do not say."""

    uploads = MultipleFileField(
        label="Files of parses", help_text="Named like the texts, or one file with many texts; at most 20 MB together."
    )
    kind = forms.ChoiceField(
        required=False,
        choices=[("", "By the ending of the name"), *((kind.name, kind.title) for kind in PARSE_KINDS.values())],
        label="What they contain",
        help_text="Text with brackets of discourse relations ends with .txt and must be chosen here.",
    )
    parser = forms.CharField(
        required=False,
        max_length=MAX_PARSER,
        label="Program that made them",
        help_text="By default, the name in the line “# generator = …” of a CoNLL-U file.",
    )
    dry_run = forms.BooleanField(required=False, label="Only check the files, and import nothing")

    def clean_uploads(self) -> list[UploadedFile]:
        uploads: list[UploadedFile] = self.cleaned_data["uploads"]
        if sum(upload.size or 0 for upload in uploads) > MAX_BYTES:
            raise forms.ValidationError(
                "These files are larger than 20 MB together. Import fewer at a time, or use manage.py import_parses."
            )
        return uploads

    def parse_files(self, data: dict[str, Any]) -> list[ParseFile]:
        """Returns the files of a valid form. ``data``: its cleaned data."""
        return [ParseFile(name, content, data["kind"] or None) for name, content in read_uploads(data["uploads"])]
