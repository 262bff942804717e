"""Forms of documents and extracts."""

from pathlib import PurePosixPath

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile

from annotator.judgments.services.extracts import LONGEST_LABEL
from annotator.projects.documents.services import NewDocument
from annotator.web.forms import MultipleFileField, PageForm, read_uploads
from annotator.web.url_names import check_fits_url

LONGEST_SENTENCE_LIST = 100_000
"""The greatest length of a typed list of sentences, in characters: 5,000 keys of 20 characters each."""


class PastedDocumentForm(PageForm):
    """Adds one document, typed or pasted."""

    key = forms.CharField(
        max_length=100, validators=[check_fits_url], help_text="Short, such as 41: its sentences are 41.1, 41.2, ..."
    )
    title = forms.CharField(max_length=300, required=False)
    text = forms.CharField(strip=False, widget=forms.Textarea(attrs={"rows": 14}))

    def documents(self) -> list[NewDocument]:
        return [NewDocument(**self.cleaned_data)]


class DocumentFilesForm(PageForm):
    """Adds several documents, each from a plain-text file."""

    uploads = MultipleFileField(
        label="Plain-text files", help_text="UTF-8. The file’s name becomes the document’s key."
    )

    def clean_uploads(self) -> list[UploadedFile]:
        """The files in the order of their names. Refuses a file whose name cannot be a key."""
        for upload in self.cleaned_data["uploads"]:
            check_fits_url(PurePosixPath(upload.name or "").stem)
        return sorted(self.cleaned_data["uploads"], key=lambda upload: upload.name or "")

    def documents(self) -> list[NewDocument]:
        files = read_uploads(self.cleaned_data["uploads"])
        return [NewDocument(PurePosixPath(name).stem, content) for name, content in files]


class TitleForm(PageForm):
    title = forms.CharField(max_length=300, required=False)


class WordIndexesForm(PageForm):
    """The indexes of the words that begin a unit or sentence, separated by commas. The page's script fills it in."""

    first_words = forms.CharField(max_length=400_000, widget=forms.HiddenInput)

    def clean_first_words(self) -> list[int]:
        indexes = self.cleaned_data["first_words"].split(",")
        if not all(index.isascii() and index.isdigit() and len(index) < 8 for index in indexes):
            raise ValidationError("The boundaries sent by the page are invalid: reload the page.")
        return [int(index) for index in indexes]


class TypedExtractForm(PageForm):
    """Adds one extract, whose sentences are typed as numbers."""

    summarizer = forms.CharField(
        max_length=100, validators=[check_fits_url], help_text="Who or what chose the sentences."
    )
    label = forms.CharField(
        max_length=LONGEST_LABEL,
        required=False,
        help_text="Distinguishes the extracts of a summarizer, such as 10 for a rate of 10 percent.",
    )
    sentences = forms.CharField(
        max_length=LONGEST_SENTENCE_LIST,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text="Their numbers in the order of the extract, such as 41.2 41.7 42.1.",
    )

    def clean_sentences(self) -> list[str]:
        """The numbers or keys, separated by white space, commas or semicolons."""
        return self.cleaned_data["sentences"].replace(",", " ").replace(";", " ").split()


class ExtractFilesForm(PageForm):
    """Adds extracts from MEAD's files."""

    uploads = MultipleFileField(
        label="MEAD’s files (.extract)", help_text="Each file names its system and its compression rate."
    )

    def contents(self) -> list[tuple[str, bytes]]:
        return read_uploads(self.cleaned_data["uploads"])
