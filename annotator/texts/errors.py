"""Exceptions for files and requests that are malformed."""

from dataclasses import dataclass


class FormatError(ValueError):
    """A file cannot be used. The message is one sentence for users in which "it" is the file."""


@dataclass(frozen=True, slots=True)
class FieldError:
    """A malformed field of a request, by its path (``groups[0].edits[1].start``), and a sentence on what is wrong."""

    field: str
    message: str


class Malformed(ValueError):
    """A request is malformed, as ``errors`` say, and nothing was changed. ``status`` is that of the HTTP response."""

    status = 400

    def __init__(self, errors: list[FieldError]) -> None:
        super().__init__("; ".join(f"{error.field}: {error.message}" for error in errors))
        self.errors = errors
