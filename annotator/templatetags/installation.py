"""`{% installation %}`: an id of this installation, so that browsers keep the unsent edits of each one separate."""

from django import template
from django.utils.crypto import salted_hmac

register = template.Library()


@register.simple_tag
def installation() -> str:
    """32 hexadecimal digits derived from the secret key, which they do not reveal."""
    return salted_hmac("pyramidion.installation", "browser storage", algorithm="sha256").hexdigest()[:32]
