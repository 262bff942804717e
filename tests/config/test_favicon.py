"""The picture in tabs."""

from django.test import Client


def test_browsers_find_it_where_they_look_by_themselves() -> None:
    answer = Client().get("/favicon.ico")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/svg+xml")
    assert b"<svg" in answer.content
