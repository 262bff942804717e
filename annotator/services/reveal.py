"""Lifting blindness and masks from a topic, for good: what has been seen cannot be hidden again."""

import logging
from datetime import datetime

from annotator.models import Membership, Topic
from annotator.permissions import check_manage
from annotator.services.refused import ServiceRefused

logger = logging.getLogger(__name__)


def reveal_topic(*, topic: Topic, by: Membership, now: datetime) -> None:
    """Show the topic's work to all members, and who wrote its peers. Raises NotAllowed or ServiceRefused."""
    check_manage(by.role)
    if not (topic.project.blind or topic.project.mask_summarizers):
        raise ServiceRefused("Nothing of this topic is hidden.")
    if not Topic.objects.filter(pk=topic.pk, revealed_at=None).update(revealed_at=now):
        raise ServiceRefused("This topic is revealed already.")
    logger.info("Topic %d was revealed by account %s.", topic.pk, by.user_id)
