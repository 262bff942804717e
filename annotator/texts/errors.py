"""Errors of files and requests."""

from dataclasses import dataclass


class FormatError(ValueError):
    """A file that cannot be used; the message is one sentence for users, without the file's name."""


@dataclass(frozen=True, slots=True)
class FieldError:
    """The field where a request is malformed (``groups[0].edits[1].start``), and why in a sentence."""

    field: str
    message: str


class Malformed(ValueError):
    """A malformed request; ``errors`` says where and why. Nothing was changed. ``status``: of the HTTP response."""

    status = 400

    def __init__(self, errors: list[FieldError]) -> None:
        super().__init__("; ".join(f"{error.field}: {error.message}" for error in errors))
        self.errors = errors
