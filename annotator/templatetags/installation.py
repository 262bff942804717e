"""`{% installation %}`: which installation a page is from, so that a browser keeps the unsent edits of each apart."""

from django import template
from django.utils.crypto import salted_hmac

register = template.Library()


@register.simple_tag
def installation() -> str:
    """32 hexadecimal digits that are the same as long as the secret key is; they tell nothing about it."""
    return salted_hmac("pyramidion.installation", "browser storage", algorithm="sha256").hexdigest()[:32]
