"""Why a group of edits does not apply to what stands now."""

from typing import Literal

Code = Literal["gone", "changed", "overlap", "out_of_text", "duplicate", "blocked"]


class Refused(Exception):
    """An edit is well formed but cannot apply to the present state.

    ``code`` is one of DESIGN §4's codes, ``message`` one sentence for the person who made the edit and ``edit`` the
    id of the edit, filled in by the reducer that meets it.
    """

    def __init__(self, code: Code, message: str, edit: str = "") -> None:
        super().__init__(message)
        self.code: Code = code
        self.message = message
        self.edit = edit
