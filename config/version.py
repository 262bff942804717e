"""The version of Pyramidion; a test checks that pyproject.toml and CITATION.cff have the same one."""

VERSION = "0.1.0"
