"""The version of Pyramidion, as pyproject.toml and CITATION.cff say it; a test holds them together."""

VERSION = "0.1.0"
