"""Filters for what members may see. A project can hide other members' work (``blind``) and who wrote its peers."""

from django.contrib.auth.models import User
from django.db.models import Q

MANAGER = "manager"  # Membership.Role.MANAGER, which this module cannot import: the models import it


def sees_everything(user: User, *, project: str, topic: str = "") -> Q:
    """Matches rows in which the user sees everything: as a manager, or because the row is open to all members.

    ``project``, ``topic``: lookup paths from the filtered row, such as "topic__project". ``topic`` is empty for rows
    that belong to no topic. Use this condition alone in a ``filter()`` call, so that its conditions apply to the same
    membership.
    """
    members = f"{project}__memberships"
    open_to_all = Q(**{f"{project}__blind": False})
    if topic:
        open_to_all |= Q(**{f"{topic}__revealed_at__isnull": False})
    return Q(**{f"{members}__user": user.pk}) & (open_to_all | Q(**{f"{members}__role": MANAGER}))


def hides_names(topic: str = "") -> Q:
    """Matches rows whose topic hides the summarizers of its peers from the user.

    For queries that have joined the user's membership. ``topic``: lookup path from the row, such as "topic__".
    """
    masked = Q(**{f"{topic}project__mask_summarizers": True, f"{topic}revealed_at": None})
    return masked & ~Q(**{f"{topic}project__memberships__role": MANAGER})


def matches_peer_name(name: str, *, summary: str = "", hidden_field: str) -> Q:
    """Matches the peer with this name in a URL: by mask if its summarizer is hidden, else by summarizer or mask.

    ``summary``: lookup path from the row, such as "summary__". ``hidden_field``: the field, added by `annotate`, that
    says whether the summarizer is hidden.
    """
    by_summarizer = Q(**{f"{summary}summarizer": name, hidden_field: False})
    by_mask = Q(**{f"{summary}mask": name, f"{summary}topic__project__mask_summarizers": True})
    return by_summarizer | by_mask
