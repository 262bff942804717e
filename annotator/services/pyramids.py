"""Beginning a pyramid and saying who edits it."""

from annotator.models import Membership, Pyramid, Topic
from annotator.permissions import check_annotate, check_manage
from annotator.services.refused import ServiceRefused


def start_pyramid(*, topic: Topic, owner: Membership) -> Pyramid:
    """The member's own pyramid of a topic; made if there is none. Raises NotAllowed for a viewer."""
    check_annotate(owner.role)
    if not topic.summaries.models_of_topics().exists():
        raise ServiceRefused("Add the model summaries first: a pyramid is built from them.")
    pyramid, _ = Pyramid.objects.get_or_create(topic=topic, owner=owner)
    return pyramid


def add_editor(*, pyramid: Pyramid, editor: Membership, by: Membership) -> None:
    """Let another member edit a pyramid. Raises NotAllowed unless ``by`` manages the project."""
    check_manage(by.role)
    check_annotate(editor.role)
    if editor.project_id != pyramid.topic.project_id:
        raise ServiceRefused("Only members of the project can be editors.")
    pyramid.editors.add(editor)
