"""A project with work in it, as the API's lists are asked about it."""

from dataclasses import dataclass
from typing import Any

from django.test import Client

from annotator.work.models import Work
from annotator.work.release_models import Release
from tests.factories import client_id
from tests.scenes import Scene, annotated_topic, make_scene, signed_in


@dataclass
class Shelf:
    """Project "p" with topic "D1": two models, three SCUs, one release, peers "7" and "8" begun by the annotator."""

    scene: Scene
    annotation: Work
    client: Client

    @property
    def release(self) -> Release:
        """The release that peers are matched to."""
        return self.annotation.release

    def get(self, address: str, **query: Any) -> Any:
        """What the annotator gets at an address under ``/api/``."""
        return self.client.get(f"/api/{address}", query)

    def grow(self) -> None:
        """More of everything, by another member too."""
        for key in ("D2", "D3"):
            annotated_topic(self.scene.project, self.scene.manager, key, models=4, scus=9, peers=4)


def make_shelf(**settings: Any) -> Shelf:
    """The project, asked by its annotator."""
    scene = make_scene(**settings)
    annotation = annotated_topic(scene.project, scene.annotator, peers=2)
    return Shelf(scene, annotation, signed_in(scene.annotator))


SCU = client_id(1, 1)
