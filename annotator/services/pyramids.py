"""Beginning a pyramid."""

from annotator.models import Membership, Pyramid, Topic
from annotator.permissions import check_annotate
from annotator.services.refused import ServiceRefused


def start_pyramid(*, topic: Topic, owner: Membership) -> Pyramid:
    """The member's own pyramid of a topic; made if there is none. Raises NotAllowed for a viewer."""
    check_annotate(owner.role)
    if not topic.summaries.models_of_topics().exists():
        raise ServiceRefused("Add the model summaries first: a pyramid is built from them.")
    pyramid, _ = Pyramid.objects.get_or_create(topic=topic, owner=owner)
    return pyramid
