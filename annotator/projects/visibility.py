"""What members of a project see: blindness and masked names (DESIGN §3)."""

from django.contrib.auth.models import User
from django.db.models import Q

MANAGER = "manager"


def sees_everything(user: User, *, project: str, topic: str = "") -> Q:
    """Members of the project to whom nothing of a topic is hidden; for one ``filter()`` call with nothing beside it.

    ``project``, ``topic``: where these are from the row that is filtered, as "topic__project"; the latter is empty for
    what belongs to no topic.
    """
    members = f"{project}__memberships"
    open_to_all = Q(**{f"{project}__blind": False})
    if topic:
        open_to_all |= Q(**{f"{topic}__revealed_at__isnull": False})
    return Q(**{f"{members}__user": user.pk}) & (open_to_all | Q(**{f"{members}__role": MANAGER}))


def hides_names(topic: str = "") -> Q:
    """Rows whose topic hides who wrote its peers from the user; to annotate what is filtered to their memberships.

    ``topic``: where it is from the row, as "summary__topic__".
    """
    masked = Q(**{f"{topic}project__mask_summarizers": True, f"{topic}revealed_at": None})
    return masked & ~Q(**{f"{topic}project__memberships__role": MANAGER})


def peer_named(name: str, *, summary: str = "", hidden: str) -> Q:
    """The peer of this name in an address: by its mask where its name is hidden, else by either.

    ``summary``: where it is from the row, as "summary__"; ``hidden``: the annotation that says whether it is hidden.
    """
    real = Q(**{f"{summary}summarizer": name, hidden: False})
    masked = Q(**{f"{summary}mask": name, f"{summary}topic__project__mask_summarizers": True})
    return real | masked
