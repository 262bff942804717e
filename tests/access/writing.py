"""A request that succeeds for each address that writes, so that tests reach the services behind all of them."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotator.accounts.tokens import make_token
from annotator.interchange.project_file.exporting import export_to_file
from annotator.judgments.models import Extract
from annotator.judgments.services.extracts import add_extract
from annotator.judgments.services.instruments import create_instrument
from annotator.judgments.services.item_lists import create_typed_statement_list
from annotator.projects.documents.services import NewDocument, add_documents
from annotator.projects.models import Membership, Project
from annotator.projects.services import CHANGEABLE_FIELDS
from annotator.pyramids.models import pyramids
from annotator.work.adjudication.consensus import start_consensus
from annotator.work.models import Work
from scoring.observations.parses.importing import ParseFile, import_parses
from scoring.studies.definition import StudyDefinition
from scoring.studies.given_scores import ScoreOptions, import_scores
from tests.access.actors import ADJUDICATOR, EDITOR, MANAGER, OUTSIDER, OWNER
from tests.access.scene import PEER, Scene
from tests.access.table import NOTE, PEER_ANNOTATION, PYRAMID, QUALITY, SLUG, TABLE, TOPIC
from tests.access.table import PEER as PEER_ARGS
from tests.factories import PASSWORD, make_member
from tests.scenes import TEXT as TEXT_OF_PEERS
from tests.scenes import signed_in
from tests.scoring.studies.trained.files import dicomer_file


@dataclass(frozen=True)
class Writing:
    """A request that writes: route, arguments of its URL as in the table, who sends it, and its fields or JSON.

    ``prepare`` brings the scene into the state in which the request succeeds, and returns further fields.
    """

    route: str
    args: tuple[str, ...] = ()
    fields: Mapping[str, Any] = field(default_factory=dict)
    actor: str = MANAGER
    prepare: Callable[[Scene], Mapping[str, Any] | None] = lambda scene: None
    variant: str = ""

    @property
    def is_api(self) -> bool:
        return self.route.startswith("api-")

    def __str__(self) -> str:
        return f"{self.route}{self.variant and '-'}{self.variant}"


@dataclass(frozen=True)
class Request:
    """A prepared request. Each call of `send` is made by a new browser of the same person."""

    writing: Writing
    url: str
    fields: Mapping[str, Any]
    person: Any

    def browser(self) -> Client:
        return signed_in(self.person)

    def send(self, browser: Client) -> Any:
        browser.raise_request_exception = False
        if self.writing.is_api:
            return browser.post(self.url, dict(self.fields), format="json")
        fields = {name: value() if callable(value) else value for name, value in self.fields.items()}
        return browser.post(self.url, fields)


def prepared(writing: Writing, scene: Scene) -> Request:
    """The request, after bringing the scene into its state."""
    more = writing.prepare(scene) or {}
    names = {**scene.names, **more}
    args = [names.get(arg, scene.named(arg, writing.actor)) for arg in writing.args]
    people = {**scene.members, OUTSIDER: Membership.objects.get(user__username=OUTSIDER)}
    fields = {**writing.fields, **more.get("fields", {})}
    return Request(writing, reverse(writing.route, args=args), fields, people[writing.actor])


def _user(scene: Scene, name: str = MANAGER) -> Any:
    return scene.members[name].user


def _submitted(scene: Scene) -> None:
    pyramids().filter(topic__project=scene.project).update(state="submitted")
    scene.set_state("submitted")


def _in(state: str) -> Callable[[Scene], None]:
    return lambda scene: scene.set_state(state)


def _consensus_to_come(scene: Scene) -> Mapping[str, Any]:
    _submitted(scene)
    page = signed_in(scene.members[ADJUDICATOR]).get(reverse("pyramid-adjudicate", args=["p", "D1"])).content.decode()
    return {"fields": {"source": re.findall('name="source" value="([^"]+)"', page)}}


def _consensus(scene: Scene) -> None:
    _submitted(scene)
    sources = list(pyramids().filter(topic__project=scene.project).order_by("pk"))
    start_consensus(sources=sources, by=scene.members[ADJUDICATOR], now=timezone.now())


def _changed_consensus(scene: Scene) -> None:
    _consensus(scene)
    Work.objects.filter(pk=scene.names["pyramid"]).update(revision=12)


def _token(scene: Scene) -> Mapping[str, Any]:
    return {"token": make_token(name="x", scope="read", days=1, by=_user(scene), now=timezone.now()).token.pk}


def _unlinked(scene: Scene) -> Mapping[str, Any]:
    return {"member": Membership.objects.create(project=scene.project, name="imported").pk}


def _document(scene: Scene) -> Mapping[str, Any]:
    """A document that no list has sentences of."""
    topic = scene.project.topics.get(key="D1")
    add_documents(topic=topic, documents=[NewDocument("43", "The tide turned the wheel.")], by=None)
    return {"document": "43"}


def _unused_list(scene: Scene) -> Mapping[str, Any]:
    topic = scene.project.topics.get(key="D1")
    fixed = create_typed_statement_list(topic=topic, texts=["The mill burned."], by=scene.members[MANAGER])
    return {"items": fixed.pk}


def _extract(_: Scene) -> Mapping[str, Any]:
    return {"fields": {"extract": Extract.objects.get().pk}}


def _other_extract(scene: Scene) -> Mapping[str, Any]:
    """By a summarizer that no peer of the topic has: the scene's is by one, and cannot be kept as another text."""
    topic = Extract.objects.get().items.topic
    extract, _ = add_extract(topic=topic, summarizer="lead", sentences=["41.1"], by=None)
    return {"fields": {"extract": extract.pk}}


def _own_instrument(scene: Scene) -> None:
    create_instrument(project=scene.project, key="own", name="Own", kind="rating", by=scene.members[MANAGER])


def _exported(_: Scene) -> Mapping[str, Any]:
    with export_to_file(Project.objects.get(slug="other")) as file:
        content = file.read()
    return {"fields": {"file": lambda: SimpleUploadedFile("p.json", content)}}


def _topic_key(scene: Scene) -> int:
    return scene.project.topics.get(key="D1").pk


def _role_button(scene: Scene) -> Mapping[str, Any]:
    newcomer = make_member(scene.project)
    return {"fields": {"change": f"give:{_topic_key(scene)}:{newcomer.pk}"}}


def _settings(scene: Scene) -> Mapping[str, Any]:
    values = {name: getattr(scene.project, name) for name in CHANGEABLE_FIELDS}
    return {"fields": {name: value for name, value in values.items() if value is not False} | {"name": "Renamed"}}


def _members_field(**more: Any) -> Callable[[Scene], Mapping[str, Any]]:
    return lambda scene: {"fields": {"members": [make_member(scene.project).pk], **more}}


def _evenly(scene: Scene) -> Mapping[str, Any]:
    members = [make_member(scene.project).pk for _ in range(2)]
    return {"fields": {"members": members, "topics": [_topic_key(scene)]}}


def _to_new_member(scene: Scene) -> Mapping[str, Any]:
    return {"fields": {"to": make_member(scene.project).pk}}


def _release(scene: Scene) -> Mapping[str, Any]:
    return {"fields": {"release": str(scene.names["release"])}}


def _editor(scene: Scene) -> Mapping[str, Any]:
    return {"fields": {"editors": [scene.members[EDITOR].pk]}}


def _changed_pyramid(scene: Scene) -> None:
    pyramids().filter(pk=scene.names["pyramid"]).update(revision=20)


def _text_file() -> SimpleUploadedFile:
    return SimpleUploadedFile("peer9.txt", b"A text of a peer.")


def _table() -> SimpleUploadedFile:
    return SimpleUploadedFile("t.csv", b"topic,kind,summarizer,text\nD9,model,A,One two three.\nD9,peer,7,One two.\n")


def _score_table() -> SimpleUploadedFile:
    return SimpleUploadedFile("scores.csv", SCORES.encode())


def _trained_measure() -> SimpleUploadedFile:
    return SimpleUploadedFile("dicomer.json", dicomer_file(3.0))


def _parse() -> SimpleUploadedFile:
    return SimpleUploadedFile(f"D1.{PEER}.conllu", PARSE.encode())


def _stored_parse(scene: Scene) -> None:
    files = [ParseFile(f"D1.{PEER}.conllu", PARSE.encode())]
    import_parses(project=scene.project, files=files, by=scene.members[MANAGER])


def _judgments() -> SimpleUploadedFile:
    return SimpleUploadedFile("judgments.csv", JUDGMENTS.encode())


def _given_scores(scene: Scene) -> None:
    options = ScoreOptions()
    import_scores(project=scene.project, data=SCORES.encode(), options=options, by=scene.members[MANAGER])


SCORES = f"topic,summarizer,judge,clarity,focus\nD1,{PEER},x,3,1\nD1,{PEER},y,4,2\n"
JUDGMENTS = f"topic,summarizer,judge,question,value\nD1,{PEER},Jo,q1,3\n"
PARSE = "".join(f"{n}\t{word}\t_\tNOUN\t_\t_\t0\troot\t_\t_\n" for n, word in enumerate(TEXT_OF_PEERS.split(), 1))
STUDY = StudyDefinition(columns=("rouge-1",), against=("pyramid.modified",), resamples=1).as_json()
TEXT = {"kind": "peer", "summarizer": "9", "text": "A text of a peer."}
BASELINES = {"names": "LEAD", "number": "1", "unit": "sentences", "lead_from": "first", "seed": "1"}
QUESTION_FIELDS = {"q0-name": "Fluency", "q0-minimum": "1", "q0-maximum": "5", "q0-step": "1"}
NEW_PASSWORDS = {"new_password1": "seven pale horses", "new_password2": "seven pale horses"}
WITH_BODY = {
    route.name: route.body
    for route in TABLE
    if route.api and route.body and route.name.endswith(("-edits", "-notes")) and route.name != "api-notes"
}
STATES_BEFORE = {"submit": "in_progress", "review": "submitted", "agree": "in_review", "reopen": "submitted"}

WRITINGS = [
    Writing("account", fields={"name": "nightly", "scope": "read", "days": "9"}),
    Writing("password-change", fields={"old_password": PASSWORD, **NEW_PASSWORDS}),
    Writing("sign-out-everywhere"),
    Writing("token-revoke", ("token",), prepare=_token),
    Writing("join", ("code",), actor=OUTSIDER),
    Writing("run", ("run",)),
    Writing("api-run", ("run",)),
    Writing("project-create", fields={"name": "New project"}),
    Writing("api-projects", fields={"name": "New project", "slug": "new"}),
    Writing("project-from-file", fields={"slug": "copy", "name": "Copy"}, prepare=_exported),
    Writing("project-settings", SLUG, prepare=_settings),
    Writing("project-delete", SLUG, prepare=lambda scene: {"fields": {"name": scene.project.name}}),
    Writing("member-add", SLUG, {"username": OUTSIDER, "role": "annotator"}),
    Writing("member", ("p", "member"), {"role": "annotator"}),
    Writing("member", ("p", "member"), {"how": "remove"}, variant="remove"),
    Writing("member", ("p", "member"), {"username": OUTSIDER, "role": "annotator"}, variant="link", prepare=_unlinked),
    Writing("account-invitation-withdraw", ("p", "offer")),
    Writing("invitation-answer", ("offer",), {"how": "accept"}, actor=OUTSIDER),
    Writing("invitation-answer", ("offer",), {"how": "decline"}, actor=OUTSIDER, variant="decline"),
    Writing("invitation-make", SLUG, {"invite-role": "viewer", "invite-max_uses": "3", "invite-days": "3"}),
    Writing("invitation-revoke", ("p", "invitation")),
    Writing("team", SLUG, prepare=_role_button),
    Writing("topic-create", SLUG, {"key": "D9"}),
    Writing("api-topics", SLUG, {"key": "D9"}),
    Writing("summaries-add", TOPIC, TEXT),
    Writing("summaries-add", TOPIC, {"how": "files", "kind": "peer", "uploads": _text_file}, variant="files"),
    Writing("api-summaries", TOPIC, {"summaries": [TEXT]}),
    Writing("topic-reveal", TOPIC),
    Writing("project-import", SLUG, {"table": _table}),
    Writing("assignments-add", SLUG, {"kind": "pyramid", "people_per_item": "1", "release_of": ""}, prepare=_evenly),
    Writing("topic-assignments", TOPIC, prepare=_members_field(items=["pyramid"])),
    Writing("topic-assignments", TOPIC, {"how": "all", "all-due": "2030-01-01"}, variant="all"),
    Writing("assignment", ("p", "assignment"), {"how": "due", "due": "2030-01-01"}, variant="due"),
    Writing("assignment", ("p", "assignment"), prepare=_to_new_member, variant="reassign"),
    Writing("assignment", ("p", "assignment"), {"how": "remove"}, variant="remove"),
    Writing("pyramid-start", TOPIC, actor=EDITOR),
    Writing("api-pyramids", SLUG, {"topic": "D1"}, actor=EDITOR),
    Writing("peer-start", PEER_ARGS, actor=EDITOR, prepare=_release),
    Writing(
        "api-peer-annotations",
        SLUG,
        {"topic": "D1", "peer": PEER},
        prepare=lambda scene: {"fields": {"release": scene.names["release"]}},
    ),
    Writing("pyramid-editors", PYRAMID, prepare=_editor),
    Writing("peer-editors", PEER_ANNOTATION, prepare=_editor),
    Writing("pyramid-release", PYRAMID, prepare=_changed_pyramid),
    Writing("api-pyramid-releases", ("pyramid",), prepare=_changed_pyramid),
    Writing("pyramid-carry-over", PYRAMID, prepare=_submitted),
    Writing("peer-carry-over", PEER_ANNOTATION),
    Writing("pyramid-adjudicate", TOPIC, actor=ADJUDICATOR, prepare=_consensus_to_come),
    Writing("pyramid-adjudicate", TOPIC, actor=MANAGER, prepare=_consensus, variant="join"),
    Writing("pyramid-adjudicate-finish", TOPIC, actor=ADJUDICATOR, prepare=_consensus),
    Writing("pyramid-adjudicate-take-in", TOPIC, actor=ADJUDICATOR, prepare=_changed_consensus),
    Writing("score-tables", SLUG, {"table": _score_table, "human": "clarity", "scale": "1-5"}),
    Writing("score-tables", SLUG, {"table": _score_table}, prepare=_given_scores, variant="again"),
    Writing("score-tables", SLUG, {"delete": "clarity"}, prepare=_given_scores, variant="delete"),
    Writing("api-score-tables", SLUG, {"table": SCORES}),
    Writing("parses", SLUG, {"uploads": _parse}),
    Writing("parses", SLUG, {"delete": "conllu"}, prepare=_stored_parse, variant="delete"),
    Writing("api-parses", SLUG, {"files": [{"name": f"D1.{PEER}.conllu", "content": PARSE}]}),
    Writing("trained-measures", SLUG, {"model": _trained_measure}),
    Writing("api-trained-measures", SLUG, {"model": dicomer_file(3.0).decode()}),
    Writing("trained-measure-delete", ("p", "trained")),
    Writing("study-create", SLUG, {name: value for name, value in STUDY.items() if value}),
    Writing("api-studies", SLUG, {"definition": STUDY}),
    Writing("study-delete", ("p", "study")),
    *(
        Writing(f"{kind}-state", (*args, verb), prepare=_in(state), variant=verb)
        for kind, args in (("pyramid", PYRAMID), ("peer", PEER_ANNOTATION))
        for verb, state in STATES_BEFORE.items()
    ),
    *(
        Writing(f"api-{name}-state", (name.removeprefix("peer-"),), {"verb": verb}, prepare=_in(state), variant=verb)
        for name in ("pyramid", "peer-annotation")
        for verb, state in STATES_BEFORE.items()
    ),
    *(
        Writing(name, (next(word for word in ("pyramid", "annotation", "sheet") if word in name),), body, actor=OWNER)
        for name, body in WITH_BODY.items()
    ),
    Writing("api-instruments", SLUG, {"key": "newer", "preset": "duc-quality"}),
    Writing("instrument-new", SLUG, {"start": "tac"}),
    Writing("instrument-settings", QUALITY, {"name": "Renamed", "subjects": "peers", "walk": "summary"}),
    Writing("instrument-questions", ("p", "own"), QUESTION_FIELDS, prepare=_own_instrument),
    Writing("instrument-copy", QUALITY, {"name": "Copy"}),
    Writing("instrument-state", QUALITY, {"state": "closed"}),
    Writing("judging-session", ("p", "quality", "D1"), actor=EDITOR),
    Writing("judgments-import", QUALITY, {"uploads": _judgments, "file_format": "table"}),
    Writing(
        "instrument-from-file",
        SLUG,
        {"uploads": _judgments, "file_format": "table", "instrument": "rated", "preset": "duc-quality"},
    ),
    Writing("api-instrument-import", ("instrument",), {"files": [{"name": "judgments.csv", "text": JUDGMENTS}]}),
    Writing("api-instrument-sheets", ("instrument",), {"topic": "D1"}, actor=EDITOR),
    Writing("documents-add", TOPIC, {"key": "42", "text": "A mill."}),
    Writing("document", (*TOPIC, "document"), {"how": "title", "title": "The mill"}, variant="title"),
    Writing("document", (*TOPIC, "document"), {"how": "sentences", "first_words": "0,1"}, variant="sentences"),
    Writing("document", (*TOPIC, "document"), {"how": "delete"}, prepare=_document, variant="delete"),
    Writing("extracts-add", TOPIC, {"summarizer": "lead", "sentences": "41.1"}),
    Writing("extracts-add", TOPIC, {"how": "delete"}, prepare=_extract, variant="delete"),
    Writing("extracts-add", TOPIC, {"how": "keep"}, prepare=_other_extract, variant="keep"),
    Writing("baselines-add", TOPIC, BASELINES),
    Writing("api-baselines", SLUG, {"names": ["LEAD"], "number": 1, "unit": "sentences"}),
    Writing("item-lists", TOPIC),
    Writing("item-list", (*TOPIC, "items"), prepare=_unused_list),
    Writing("model-units", (*TOPIC, "model"), {"first_words": "0"}),
    Writing("statements-add", TOPIC, {"how": "typed", "typed-statements": "The mill burned."}),
    Writing("api-documents", TOPIC, {"documents": [{"key": "42", "text": "A mill."}]}),
    Writing("api-extracts", TOPIC, {"summarizer": "lead", "sentences": ["41#1"]}),
    Writing("api-item-lists", TOPIC, {"source": "statements", "texts": ["The mill burned."]}),
    Writing("api-sheet-state", ("sheet",), {"verb": "submit"}, actor=OWNER, variant="submit"),
    Writing("api-sheet-state", ("sheet",), {"verb": "reopen"}, prepare=_in("submitted"), variant="reopen"),
    Writing("api-notes", ("thread",), NOTE, actor=OWNER),
    Writing("api-notes", ("thread",), {"resolved": True}, actor=OWNER, variant="resolve"),
]
