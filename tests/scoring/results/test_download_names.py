"""No two different downloads share a file name, whatever is chosen for them."""

import re
from urllib.parse import urljoin

import pytest
from django.urls import reverse

from tests.factories import make_member, make_peer_annotation
from tests.scenes import annotated_topic, make_scene, signed_in
from tests.security.pages import Page

pytestmark = pytest.mark.django_db

CHOICES = ("", "?matcher=ann", "?drafts=on", "?score=recall", "?topic=D1", "?x=distinct", "?humans=jackknife")
FILE = re.compile(r"/file/|\.(csv|xlsx|json|duc)(\?|$)|[?&]as=")


def test_no_two_different_downloads_share_a_file_name() -> None:
    scene = make_scene()
    second = make_member(scene.project)
    for key in ("D1", "D2"):
        annotation = annotated_topic(scene.project, scene.manager, key, peers=2)
        for peer in annotation.topic.summaries.peer_summaries():
            make_peer_annotation(annotation.release, second, summary=peer)
        annotation.topic.works.update(state="submitted")
    results = [reverse(f"project-{name}", args=["p"]) for name in ("scores", "diagnosis", "agreement", "stability")]
    pages = [f"{page}{choice}" for page in results for choice in CHOICES]
    pages += [
        "/p/p/progress/",
        "/p/p/progress/?kind=pyramid",
        "/p/p/settings/",
        "/p/p/t/D1/scores/",
        "/p/p/t/D2/scores/",
    ]
    pages += [f"/p/p/t/{key}/peers/{peer}/ann/score/" for key in ("D1", "D2") for peer in ("7", "8")]
    browser = signed_in(scene.manager)
    links = {
        urljoin(page, link)
        for page in pages
        for link in Page(browser.get(page).content.decode()).links
        if FILE.search(link)
    }
    files: dict[str, dict[bytes, str]] = {}
    for link in sorted(links):
        answer = browser.get(link)
        if name := answer.headers.get("Content-Disposition", ""):  # else it is a page
            files.setdefault(name, {})[answer.getvalue()] = link
    assert len(files) > 60
    assert {name: list(contents.values()) for name, contents in files.items() if len(contents) > 1} == {}
