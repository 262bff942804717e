"""How a service refuses what it is asked, and why."""

from annotator.texts.errors import FieldError


class ServiceRefused(ValueError):
    """What was asked for cannot be done; nothing was changed. ``reasons`` are sentences for people."""

    def __init__(self, *reasons: str) -> None:
        super().__init__(" ".join(reasons))
        self.reasons = list(reasons)


class MalformedQuery(ValueError):
    """A question that cannot be read, or asks about what is not there; ``errors`` says where and why."""

    def __init__(self, errors: list[FieldError]) -> None:
        super().__init__("; ".join(f"{error.field}: {error.message}" for error in errors))
        self.errors = errors


class NotAllowed(PermissionError):
    """The member's role does not allow this; the message is one sentence for the member."""
