"""What people give in pages, checked before a service is called. Every refusal is a sentence."""

from pathlib import PurePosixPath
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.db.models import QuerySet

from annotator.models import Membership, Project, Release, Summary

LARGEST_FILE = 20 * 1024 * 1024
LARGEST_TOGETHER = 100 * 1024 * 1024
MOST_FILES = 500


def fits_an_address(name: str) -> None:
    """Names become steps of addresses: no slash, nothing that cannot be typed, not the dots that mean a folder."""
    if "/" in name or "\\" in name:
        raise ValidationError("This becomes part of an address, so it cannot have a slash.")
    if name.strip(".") == "":
        raise ValidationError("This becomes part of an address, so it cannot be dots alone.")
    if not name.isprintable():
        raise ValidationError("This has a character that cannot be seen; type it again.")


def check_size(upload: UploadedFile) -> UploadedFile:
    """Refuse files that are empty or too large before they are read."""
    if not upload.size:
        raise ValidationError(f"{upload.name} is empty.")
    if upload.size > LARGEST_FILE:
        raise ValidationError(f"{upload.name} is larger than {LARGEST_FILE // 1024**2} MB.")
    return upload


class MultipleFileInput(forms.ClearableFileInput):
    """A file input that takes several files."""

    allow_multiple_selected = True


class MultipleFileField(forms.FileField):
    """Several files, none of them empty or too large."""

    widget = MultipleFileInput

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile]:  # noqa: ARG002  # as in Field
        """The files, at least one. Raises ValidationError with a sentence for each that cannot be taken."""
        uploads = data if isinstance(data, list | tuple) else [data] if data else []
        if not uploads:
            raise ValidationError("Choose at least one file.")
        problems = []
        if sum(upload.size or 0 for upload in uploads) > LARGEST_TOGETHER:
            raise ValidationError(f"These are more than {LARGEST_TOGETHER // 1024**2} MB; take fewer at a time.")
        for upload in uploads:
            try:
                check_size(upload)
            except ValidationError as error:
                problems.append(error)
        if problems:
            raise ValidationError(problems)
        return list(uploads)


class OneFileField(forms.FileField):
    """One file, neither empty nor too large."""

    default_error_messages = {"required": "Choose a file.", "empty": "The file is empty."}

    def clean(self, data: Any, initial: Any = None) -> UploadedFile:
        """The file. Raises ValidationError."""
        return check_size(super().clean(data, initial))


class PageForm(forms.Form):
    """A form of a page: labels stand above their fields, without a colon."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})


class ProjectForm(PageForm):
    """A new project."""

    name = forms.CharField(max_length=200, help_text="What the list of projects shows.")
    guidelines = forms.CharField(
        required=False,
        widget=forms.Textarea,
        help_text="What annotators should keep to, in Markdown; can be written later.",
    )


class ProjectFileForm(PageForm):
    """A project as a file."""

    file = OneFileField(label="File", help_text="JSON, at most 20 MB; larger ones go in with manage.py import_project.")
    slug = forms.SlugField(
        max_length=60, required=False, label="Address", help_text="Where the file’s own is taken here."
    )
    name = forms.CharField(max_length=200, required=False, help_text="If it is to be called otherwise here.")


class DeleteForm(PageForm):
    """The name of a project, typed by somebody who means it."""

    name = forms.CharField(
        max_length=200, label="Type the project’s name", widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def __init__(self, *args: Any, project: Project, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.project = project

    def clean_name(self) -> str:
        """The name, if it is the project's."""
        if self.cleaned_data["name"].split() != self.project.name.split():
            raise ValidationError("This is not the name of the project.")
        return self.project.name


class MemberForm(PageForm):
    """An account that becomes a member."""

    username = forms.CharField(max_length=150, label="User name", help_text="Of an account on this site.")
    role = forms.ChoiceField(choices=Membership.Role.choices, initial=Membership.Role.ANNOTATOR)

    def clean_username(self) -> User:
        """The account of this name."""
        user = User.objects.filter(username=self.cleaned_data["username"], is_active=True).first()
        if user is None:
            raise ValidationError("There is no account with this user name.")
        return user


class RoleForm(PageForm):
    """Another role for a member."""

    role = forms.ChoiceField(choices=Membership.Role.choices)


class TopicForm(PageForm):
    """A new topic."""

    key = forms.CharField(
        max_length=100,
        validators=[fits_an_address],
        help_text="Short, such as D0601: it is part of addresses and file names, and stays.",
    )
    title = forms.CharField(max_length=300, required=False)
    statement = forms.CharField(
        required=False, widget=forms.Textarea, help_text="The question that the summaries answer, if there is one."
    )


class KindForm(PageForm):
    """Whether summaries are models or peers."""

    kind = forms.ChoiceField(
        choices=Summary.Kind.choices, help_text="Models build the pyramid; peers are scored against it."
    )


class PastedSummaryForm(KindForm):
    """One summary from the clipboard."""

    summarizer = forms.CharField(
        max_length=100,
        validators=[fits_an_address],
        help_text="Who or what wrote it; use the same name in every topic.",
    )
    title = forms.CharField(max_length=300, required=False)
    text = forms.CharField(strip=False, widget=forms.Textarea(attrs={"rows": 14}))


class SummaryFilesForm(KindForm):
    """Several summaries, a plain-text file each."""

    uploads = MultipleFileField(label="Plain-text files", help_text="UTF-8; each file's name becomes the summarizer.")

    def clean_uploads(self) -> list[UploadedFile]:
        """The files; their names must do as names of summarizers."""
        for upload in self.cleaned_data["uploads"]:
            fits_an_address(PurePosixPath(upload.name or "").stem)
        return self.cleaned_data["uploads"]


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


class EditorsForm(PageForm):
    """The members who may edit a pyramid or peer annotation besides its owner."""

    editors = forms.ModelMultipleChoiceField(
        queryset=Membership.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label="May edit too",
        error_messages=dict.fromkeys(("invalid_choice", "invalid_pk_value"), "Choose members who may annotate."),
    )

    def __init__(self, data: Any = None, *, members: QuerySet[Membership], chosen: QuerySet[Membership]) -> None:
        super().__init__(data, initial={"editors": list(chosen)})
        field = self.fields["editors"]
        assert isinstance(field, forms.ModelMultipleChoiceField)  # noqa: S101  # for the type checker
        field.queryset = members


class ReleaseField(forms.ModelChoiceField):
    """Releases, each named by its pyramid's owner and number."""

    def label_from_instance(self, obj: Any) -> str:
        """What stands beside the button."""
        whose = f" of {obj.owner_name}’s pyramid" if obj.owner_name else ""
        return f"Release {obj.number}{whose}, {obj.created_at:%-d %B %Y}"


class ReleaseChoiceForm(PageForm):
    """Which release a peer is matched against; ``default``, if there is one, where nothing is chosen."""

    release = ReleaseField(queryset=Release.objects.none(), empty_label=None, widget=forms.RadioSelect, label="Release")

    def __init__(self, data: Any = None, *, releases: QuerySet[Release], default: Release | None) -> None:
        super().__init__(data)
        self.default = default
        field = self.fields["release"]
        assert isinstance(field, ReleaseField)  # noqa: S101  # for the type checker
        field.queryset = (
            releases.select_related("pyramid__owner").defer("document").order_by("pyramid__owner__name", "-number")
        )
        field.initial = default
        field.required = default is None

    def clean_release(self) -> Release | None:
        """The chosen release or the default."""
        return self.cleaned_data["release"] or self.default
