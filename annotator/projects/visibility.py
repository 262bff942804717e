"""What members of a project see: blindness and masked names (DESIGN §3)."""

from django.contrib.auth.models import User
from django.db.models import Q

MANAGER = "manager"


def sees_everything(user: User, *, project: str, topic: str = "") -> Q:
    """Matches rows of which nothing is hidden from the user. Use it alone in a ``filter()`` call.

    ``project``, ``topic``: lookup paths from the filtered row, such as "topic__project". ``topic`` is empty for rows
    that belong to no topic.
    """
    members = f"{project}__memberships"
    open_to_all = Q(**{f"{project}__blind": False})
    if topic:
        open_to_all |= Q(**{f"{topic}__revealed_at__isnull": False})
    return Q(**{f"{members}__user": user.pk}) & (open_to_all | Q(**{f"{members}__role": MANAGER}))


def hides_names(topic: str = "") -> Q:
    """Whether a row's topic hides from the user who wrote its peers; for rows filtered to the user's memberships.

    ``topic``: lookup path from the row, such as "summary__topic__".
    """
    masked = Q(**{f"{topic}project__mask_summarizers": True, f"{topic}revealed_at": None})
    return masked & ~Q(**{f"{topic}project__memberships__role": MANAGER})


def matches_peer_name(name: str, *, summary: str = "", hidden: str) -> Q:
    """Matches the peer with this name in a URL: by mask if its name is hidden, else by name or mask.

    ``summary``: lookup path from the row, such as "summary__". ``hidden``: the annotation that says whether the name is
    hidden.
    """
    real = Q(**{f"{summary}summarizer": name, hidden: False})
    masked = Q(**{f"{summary}mask": name, f"{summary}topic__project__mask_summarizers": True})
    return real | masked
