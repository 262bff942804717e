"""What is wrong with something that people or files gave us."""

from __future__ import annotations

from dataclasses import dataclass


class FormatError(ValueError):
    """A file that cannot be used; the message is one sentence for people, without the file's name."""


@dataclass(frozen=True, slots=True)
class FieldError:
    """Where a request is malformed (``groups[0].edits[1].start``) and why, in a sentence."""

    field: str
    message: str


class Malformed(ValueError):
    """A request that cannot be carried out as it is written; ``errors`` says where and why. Nothing was changed.

    ``status``: of the HTTP answer.
    """

    status = 400

    def __init__(self, errors: list[FieldError]) -> None:
        super().__init__("; ".join(f"{error.field}: {error.message}" for error in errors))
        self.errors = errors
