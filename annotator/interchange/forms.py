"""Files that a project is imported from."""

from django import forms

from annotator.web.forms import MultipleFileField, OneFileField, PageForm, fits_an_address


class ProjectFileForm(PageForm):
    """A project as a file."""

    file = OneFileField(label="File", help_text="JSON, at most 20 MB; larger ones go in with manage.py import_project.")
    slug = forms.SlugField(
        max_length=60, required=False, label="Address", help_text="Where the file’s own is taken here."
    )
    name = forms.CharField(max_length=200, required=False, help_text="If it is to be called otherwise here.")


class TableForm(PageForm):
    """Texts of any number of topics in one table."""

    table = OneFileField(
        label="CSV or JSONL file",
        help_text="UTF-8. Columns: topic, kind (model or peer), summarizer, text; title and statement if you like.",
    )


class DucFilesForm(PageForm):
    """DUCView's files, and what they may not say themselves."""

    uploads = MultipleFileField(
        label=".pyr and .pan files", help_text="Pyramids and peer annotations, several at once."
    )
    topic = forms.CharField(
        max_length=100,
        required=False,
        validators=[fits_an_address],
        help_text="The topic's key, where file names do not tell it.",
    )
    annotator = forms.CharField(
        max_length=100,
        required=False,
        validators=[fits_an_address],
        help_text="Whose work it is, where file names do not tell it.",
    )
    models = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=100,
        label="Number of model summaries",
        help_text="For files without headers.",
    )
    separator = forms.CharField(
        required=False, max_length=1000, help_text="A regular expression between model summaries without headers."
    )
