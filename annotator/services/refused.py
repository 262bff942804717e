"""The one exception by which a service says that it will not, and why."""


class ServiceRefused(ValueError):
    """What was asked for cannot be done; nothing was changed. ``reasons`` are sentences for people."""

    def __init__(self, *reasons: str) -> None:
        super().__init__(" ".join(reasons))
        self.reasons = list(reasons)
