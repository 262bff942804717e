"""The page to read the API's description on, and to try it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotator.views.access import SignedIn


class ApiDocs(SignedIn):
    """What the API can do: made in the browser from its description."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return render(request, "annotator/api_docs.html")
