"""What the tests of pages share."""

import pytest

from annotator.models import PeerAnnotation
from tests.annotator.views.scene import Scene, annotated_topic, make_scene


@pytest.fixture
def scene(db: None) -> Scene:
    """A project "p" with a manager "ann", an annotator and a viewer."""
    return make_scene()


@pytest.fixture
def annotation(scene: Scene) -> PeerAnnotation:
    """The manager's annotation of peer "7" of topic "D1", in progress."""
    return annotated_topic(scene.project, scene.manager)
