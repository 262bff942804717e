"""The rows of a topic that its works in a project file may refer to."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from annotator.interchange.project_file.refusals import Json, ProjectFileError
from annotator.interchange.project_file.rows import WorkIdentity


@dataclass(slots=True)
class Targets:
    """The rows of a topic that references in its works may point to.

    ``members``: names. ``models``, ``peers``: the lengths of their texts, by summarizer. ``scus``: the ids of the SCUs
    of each release, by its pyramid's owner and its number. ``annotations``: peer annotations; only logs name them.
    """

    members: Collection[str]
    models: Mapping[str, int]
    peers: Mapping[str, int]
    scus: dict[tuple[str, int], frozenset[str]] = field(default_factory=dict)
    annotations: Collection[WorkIdentity] = ()

    def model_length(self, model: Any, path: str) -> int:
        """The length of a model summary. Refuses a name that no model summary of the topic has."""
        if not isinstance(model, str) or model not in self.models:
            raise ProjectFileError(path, "This topic has no such model summary.")
        return self.models[model]

    def released_scus(self, release: Json, path: str) -> frozenset[str]:
        """The ids of a release's SCUs. Refuses a release that the topic does not have."""
        key = release["pyramid"], release["number"]
        if key not in self.scus:
            raise ProjectFileError(path, "This topic has no such release.")
        return self.scus[key]
