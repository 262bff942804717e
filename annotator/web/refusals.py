"""How a service refuses what it is asked, and why."""

from annotator.texts.errors import Malformed


class ServiceRefused(ValueError):
    """What was asked for cannot be done; nothing was changed. ``reasons`` are sentences for people."""

    def __init__(self, *reasons: str) -> None:
        super().__init__(" ".join(reasons))
        self.reasons = list(reasons)


class MalformedQuery(Malformed):
    """The query of a URL cannot be read, or asks about something that does not exist."""


class NotAllowed(PermissionError):
    """The member's role does not allow this; the message is one sentence for the member."""


class WrongState(Exception):
    """The member may do this, but not in this ``state``; the message is one sentence for the member."""

    def __init__(self, message: str, *, state: str) -> None:
        super().__init__(message)
        self.state = state
