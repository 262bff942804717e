"""Who may open a page of scores."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from annotator.projects.models import Membership

P = ParamSpec("P")


def score_page(
    view: Callable[Concatenate[HttpRequest, P], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """A page to read, for people who are signed in; what they cannot see is 404."""

    @wraps(view)
    def page(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except ObjectDoesNotExist as error:
            raise Http404 from error

    return require_safe(login_required(page))


def member_of(request: HttpRequest, slug: str) -> Membership:
    """The membership of the user who asks; Membership.DoesNotExist for others."""
    return Membership.objects.select_related("project").get(project__slug=slug, user=request.user.pk)
