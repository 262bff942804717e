"""Calls services with the data of forms. Also: fields for uploads of limited size, and the base class of page forms."""

from collections.abc import Callable
from typing import Any, TypeVar

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile

from annotator.texts.errors import FormatError
from annotator.web.refusals import ServiceRefused

LARGEST_FILE = 20 * 1024 * 1024
LARGEST_UPLOAD_TOTAL = 100 * 1024 * 1024

Result = TypeVar("Result")


def call_service(form: forms.BaseForm, service: Callable[[dict[str, Any]], Result]) -> Result | None:
    """Call the service with the form's data, and return its result; None if the form now has errors."""
    if not form.is_valid():
        return None
    try:
        return service(form.cleaned_data)
    except ServiceRefused as error:
        for reason in error.reasons:
            form.add_error(None, reason)
    except FormatError as error:
        form.add_error(None, str(error))
    return None


def read_uploads(uploads: list[UploadedFile]) -> list[tuple[str, bytes]]:
    return [(upload.name or "", upload.read()) for upload in uploads]


def check_size(upload: UploadedFile) -> UploadedFile:
    """Return the file. Raises ValidationError if it is empty or too large, without reading it."""
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
        """Return the files, at least one. Raises ValidationError with one sentence per refused file."""
        uploads = data if isinstance(data, list | tuple) else [data] if data else []
        if not uploads:
            raise ValidationError("Choose at least one file.")
        if sum(upload.size or 0 for upload in uploads) > LARGEST_UPLOAD_TOTAL:
            raise ValidationError(
                f"These files are larger than {LARGEST_UPLOAD_TOTAL // 1024**2} MB in total; choose fewer at a time."
            )
        problems = []
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
        return check_size(super().clean(data, initial))


class PageForm(forms.Form):
    """A form on a page. Its labels are above their fields and therefore do not end with colons."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
