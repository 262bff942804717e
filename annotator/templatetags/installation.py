"""`{% installation %}`: an id of this installation, under which browsers store its unsent edits."""

from django import template
from django.utils.crypto import salted_hmac

register = template.Library()


@register.simple_tag
def installation() -> str:
    """Returns 32 hexadecimal digits, derived from the secret key but not revealing it."""
    return salted_hmac("pyramidion.installation", "browser storage", algorithm="sha256").hexdigest()[:32]
