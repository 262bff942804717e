"""The exception of this package."""


class ExtractsRefused(ValueError):
    """The extracts of a document cannot be listed or scored. The message is a sentence for people."""
