"""The rule for names that people choose and URLs contain: topic keys, summarizers, owners of imported work."""

from django.core.exceptions import ValidationError


def url_name_problem(name: str) -> str:
    """Returns why a name cannot be a segment of a URL's path, as a sentence; empty if it can."""
    if "/" in name or "\\" in name:
        return "This becomes part of a web address, so it cannot contain a slash."
    if name.strip(".") == "":
        return "This becomes part of a web address, so it cannot consist of dots."
    if not name.isprintable():
        return "This contains an invisible character; type it again."
    return ""


def check_fits_url(name: str) -> None:
    """Raise ValidationError for a name that cannot be a segment of a URL's path; for fields of forms and of the API."""
    if problem := url_name_problem(name):
        raise ValidationError(problem)
