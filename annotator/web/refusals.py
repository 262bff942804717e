"""Exceptions that services raise to refuse a request. Their messages tell the user why."""

from annotator.texts.errors import Malformed


class ServiceRefused(ValueError):
    """The request cannot be carried out, and nothing was changed. ``reasons`` are sentences for people."""

    def __init__(self, *reasons: str) -> None:
        super().__init__(" ".join(reasons))
        self.reasons = list(reasons)


class MalformedQuery(Malformed):
    """The query string of a URL cannot be parsed, or refers to something that does not exist."""


class NotAllowed(PermissionError):
    """The member's role does not allow this; the message is one sentence for the member."""


class WrongState(Exception):
    """The member's role allows this, but the work's ``state`` does not; the message is one sentence for the member."""

    def __init__(self, message: str, *, state: str) -> None:
        super().__init__(message)
        self.state = state
