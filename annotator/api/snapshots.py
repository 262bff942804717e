"""``GET``: a pyramid or a peer annotation as it stands, as the workspaces show it."""

from typing import Any

from django.contrib.auth.models import User
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.api.authentication import signed_in
from annotator.api.openapi import told_as
from annotator.models import PeerAnnotation, Pyramid
from annotator.services.workspace import peer_data, pyramid_data


def pyramid_snapshot(*, user: User, pk: int) -> dict[str, Any]:
    """The pyramid's page data. Raises Pyramid.DoesNotExist for one the user cannot see."""
    pyramid = Pyramid.objects.for_workspace(user).get(pk=pk)
    return pyramid_data(pyramid)


def peer_snapshot(*, user: User, pk: int) -> dict[str, Any]:
    """The annotation's page data. Raises PeerAnnotation.DoesNotExist for one the user cannot see."""
    annotation = PeerAnnotation.objects.for_workspace(user).get(pk=pk)
    return peer_data(annotation)


class PyramidSnapshot(APIView):
    """A pyramid as it stands."""

    @told_as("PyramidWorkspace")
    def get(self, request: Request, pk: int) -> Response:
        return Response(pyramid_snapshot(user=signed_in(request), pk=pk))


class PeerSnapshot(APIView):
    """A peer annotation as it stands."""

    @told_as("PeerWorkspace")
    def get(self, request: Request, pk: int) -> Response:
        return Response(peer_snapshot(user=signed_in(request), pk=pk))
