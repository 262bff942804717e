"""The guide to the method, for everybody with an account."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotator.views.access import SignedIn


class Guide(SignedIn):
    """What SCUs, contributors, weights and scores are, and how to annotate."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return render(request, "annotator/guide.html")
