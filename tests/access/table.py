"""Every address with the rule for each of its methods. An address without a row here fails; one can have several.

A row's arguments are words of `Scene.names` ("pyramid", "annotation", ...), "peer", or stand for themselves. Methods
without a rule are refused with 405.
"""

from dataclasses import dataclass, field
from typing import Any

from tests.access.actors import (
    ADJUDICATES,
    ANNOTATES,
    ANYONE,
    EDITS,
    INVITED,
    JUDGES,
    JUDGES_SHEET,
    MANAGES,
    MEMBER,
    OWNER,
    RELEASES,
    REOPENS,
    REVIEWS,
    SEES,
    SEES_RESULTS,
    SEES_SHEET,
    SIGNED,
    STANDS_IN,
    STARTED_IT,
    Rule,
)
from tests.factories import EDIT_IDS, GROUP_IDS, SCU_IDS, UNIT_IDS, client_id

SLUG, TOPIC = ("p",), ("p", "D1")
PYRAMID, PEER, PEER_ANNOTATION = (*TOPIC, OWNER), (*TOPIC, "peer"), (*TOPIC, "peer", OWNER)

QUALITY = ("p", "quality")
"""The arguments of the pages of an instrument."""


@dataclass(frozen=True)
class Route:
    """An address: its name in the URL configuration, arguments, and rules by method.

    ``api``: who is signed out gets 401; ``body``: the JSON that is posted; ``form``: fields of a form that is posted.
    """

    name: str
    args: tuple[Any, ...] = ()
    get: Rule | None = None
    post: Rule | None = None
    put: Rule | None = None
    patch: Rule | None = None
    delete: Rule | None = None
    api: bool = False
    body: Any = None
    form: dict[str, Any] = field(default_factory=dict)
    query: str = ""

    def rule(self, method: str) -> Rule | None:
        """The rule for a method; None where it is refused."""
        rule: Rule | None = getattr(self, method, None)
        return rule


def managed(name: str, args: tuple[str, ...] = SLUG, *, sent: int = 400) -> Route:
    """A form for managers alone; ``sent``: what they get for an empty one."""
    return Route(name, args, get=MANAGES, post=MANAGES(sent))


STATE_CHANGES = {"submit": STANDS_IN, "review": REVIEWS, "agree": REVIEWS, "adjudicate": ADJUDICATES, "reopen": REOPENS}


def state_changes(name: str, args: tuple[str, ...]) -> list[Route]:
    """Changes of a state: a row for each; one that comes too late says so on the page it leads to."""
    return [Route(name, (*args, verb), post=rule(302)) for verb, rule in STATE_CHANGES.items()]


def api_state_changes(name: str, args: tuple[str, ...]) -> list[Route]:
    """The same asked of the API, where it is a conflict."""
    return [
        Route(name, args, post=rule(200, 409), api=True, body={"verb": verb}) for verb, rule in STATE_CHANGES.items()
    ]


def adjudication(name: str, args: tuple[str, ...]) -> list[Route]:
    """Making a consensus; there is none yet to be finished."""
    rows = [Route(f"{name}-{step}", args, post=JUDGES(404)) for step in ("finish", "take-in")]
    return [Route(name, args, get=JUDGES, post=JUDGES(400)), *rows]


def edit(verb: str, **payload: Any) -> dict[str, Any]:
    """The body of a request with one edit."""
    one = {"id": client_id(EDIT_IDS, 1), "verb": verb, **payload}
    return {"base": 0, "groups": [{"group": client_id(GROUP_IDS, 1), "edits": [one]}]}


NOTE = {"id": client_id(EDIT_IDS, 8), "text": "Why?"}
SCU, UNIT = client_id(SCU_IDS, 1), client_id(UNIT_IDS, 1)

TABLE = [
    Route("healthz", get=ANYONE),
    Route("readyz", get=ANYONE),
    Route("favicon", get=ANYONE),
    # Django's own page takes PUT as POST.
    Route("login", get=ANYONE(200, 302), post=ANYONE(200, 302), put=ANYONE(200, 302)),
    Route("logout", post=ANYONE(302)),
    Route("admin-password-change", get=ANYONE(302)),
    Route("account", get=SIGNED, post=SIGNED(400)),
    Route("password-change", get=SIGNED, post=SIGNED(400)),
    Route("sign-out-everywhere", post=SIGNED(302)),
    # There is no token of this number; whose they are, see tests/annotator/accounts/test_account_page.py.
    Route("token-revoke", (0,), post=SIGNED(404)),
    Route("join", ("code",), get=ANYONE(200, 302), post=ANYONE(302, 400)),
    Route("projects", get=SIGNED),
    Route("runs", get=SIGNED),
    Route("run", ("run",), get=STARTED_IT, post=STARTED_IT(302)),
    Route("api-run", ("run",), get=STARTED_IT, post=STARTED_IT, api=True),
    Route("guide", get=SIGNED),
    Route("project-create", get=SIGNED, post=SIGNED(400)),
    Route("project", SLUG, get=MEMBER),
    Route("guidelines", SLUG, get=MEMBER),
    Route("project-from-file", get=SIGNED, post=SIGNED(400)),
    Route("project-file", SLUG, get=MANAGES),
    managed("project-settings"),
    managed("project-delete"),
    Route("member-add", SLUG, get=MEMBER, post=MANAGES(400)),
    managed("member", ("p", "member")),
    Route("invitation-make", SLUG, post=MANAGES(400)),
    Route("invitation-revoke", ("p", "invitation"), post=MANAGES(302)),
    Route("account-invitation-withdraw", ("p", "offer"), post=MANAGES(302)),
    Route("invitation-answer", ("offer",), post=INVITED(302)),
    managed("team"),
    Route("progress", SLUG, get=MEMBER),
    Route("progress-csv", SLUG, get=MEMBER),
    Route("assignments", SLUG, get=MANAGES),
    managed("assignments-add"),
    Route("judge", SLUG, get=MEMBER),
    Route("instrument", QUALITY, get=MEMBER),
    managed("instrument-new"),
    *(managed(f"instrument-{page}", QUALITY) for page in ("settings", "questions", "copy")),
    Route("instrument-state", QUALITY, post=MANAGES(302)),
    managed("instrument-from-file"),
    managed("judgments-import", QUALITY),
    Route("judgments-export", QUALITY, get=SEES_SHEET),
    managed("assignment", ("p", "assignment")),
    managed("topic-assignments", TOPIC),
    managed("project-import"),
    managed("topic-create"),
    Route("topic", TOPIC, get=MEMBER),
    managed("summaries-add", TOPIC),
    Route("documents", TOPIC, get=MEMBER),
    managed("documents-add", TOPIC),
    managed("document", (*TOPIC, "document")),
    managed("extracts-add", TOPIC),
    managed("baselines-add", TOPIC),
    # Without documents there would be no sentences to be fixed; here there are.
    managed("item-lists", TOPIC, sent=302),
    managed("item-list", (*TOPIC, "items"), sent=302),
    managed("model-units", (*TOPIC, "model")),
    managed("statements-add", TOPIC),
    Route("topic-reveal", TOPIC, post=MANAGES(302)),
    Route("tour", TOPIC, get=ANNOTATES),
    Route("pyramid-differences", TOPIC, get=MEMBER),
    *adjudication("pyramid-adjudicate", TOPIC),
    Route("pyramid-start", TOPIC, post=ANNOTATES(302)),
    Route("pyramid", PYRAMID, get=SEES),
    managed("pyramid-editors", PYRAMID, sent=302),
    Route("pyramid-finish", PYRAMID, get=STANDS_IN),
    *state_changes("pyramid-state", PYRAMID),
    Route("pyramid-release", PYRAMID, get=SEES, post=RELEASES(400)),
    managed("pyramid-carry-over", PYRAMID),
    Route("judging-session", ("p", "quality", "D1"), get=ANNOTATES, post=ANNOTATES(302)),
    Route("peer-start", PEER, get=ANNOTATES, post=ANNOTATES(302, 400)),
    Route("peer-differences", PEER, get=MEMBER),
    *adjudication("peer-adjudicate", PEER),
    Route("peer", PEER_ANNOTATION, get=SEES),
    *state_changes("peer-state", PEER_ANNOTATION),
    Route("peer-carry-over", PEER_ANNOTATION, get=STANDS_IN, post=STANDS_IN(302)),
    managed("peer-editors", PEER_ANNOTATION, sent=302),
    Route("project-scores", SLUG, get=MEMBER),
    Route("project-agreement", SLUG, get=MEMBER),
    Route("project-stability", SLUG, get=MEMBER),
    Route("project-overlap", SLUG, get=MEMBER),
    Route("judgment-results", ("p", "quality"), get=SEES_RESULTS),
    Route("judgment-results-file", ("p", "quality", "csv"), get=SEES_RESULTS),
    Route("judgment-agreement", ("p", "quality"), get=SEES_RESULTS),
    Route("judgment-variation", ("p", "quality"), get=SEES_RESULTS),
    Route("judgment-programs", ("p", "quality"), get=SEES_RESULTS),
    Route("project-measures", SLUG, get=MEMBER),
    managed("score-tables"),
    managed("parses"),
    managed("trained-measures"),
    Route("trained-measure-file", ("p", "trained"), get=MEMBER),
    Route("trained-measure-delete", ("p", "trained"), post=MANAGES(302)),
    Route("studies", SLUG, get=MEMBER),
    managed("study-create"),
    Route("study", ("p", "study"), get=MEMBER),
    Route("study-delete", ("p", "study"), post=MANAGES(302)),
    Route("project-scores-file", (*SLUG, "csv"), get=MEMBER),
    Route("project-scores-file", (*SLUG, "xlsx"), get=MEMBER),
    Route("topic-scores-file", (*TOPIC, "duc"), get=MEMBER),
    Route("project-diagnosis", SLUG, get=MEMBER),
    Route("project-diagnosis-csv", SLUG, get=MEMBER),
    Route("api-project-diagnosis", SLUG, get=MEMBER, api=True),
    Route("api-peer-annotation-diagnosis", ("annotation",), get=SEES, api=True),
    Route("topic-scores", TOPIC, get=MEMBER),
    Route("relations", TOPIC, get=MEMBER),
    Route("api-relations", TOPIC, get=MEMBER, api=True),
    Route("api-baselines", SLUG, post=MANAGES(400), api=True),
    Route("project-extract-ranks", SLUG, get=MEMBER),
    Route("api-project-extract-ranks", SLUG, get=MEMBER, api=True, query="?k=1"),
    Route("extract-ranks", TOPIC, get=MEMBER),
    Route("extract-ranks-file", TOPIC, get=MEMBER, query="?k=1"),
    Route("api-extract-ranks", TOPIC, get=MEMBER, api=True, query="?k=1"),
    Route("peer-score", PEER_ANNOTATION, get=SEES),
    Route("api-index", get=SIGNED, api=True),
    Route("api-schema", get=SIGNED, api=True),
    Route("api-docs", get=SIGNED),
    Route("api-projects", get=SIGNED, post=SIGNED(400), api=True),
    *(Route(f"api-{name}", SLUG, get=MEMBER, api=True) for name in ("project", "members", "releases")),
    Route("api-topics", SLUG, get=MEMBER, post=MANAGES(400), api=True),
    Route("api-topic", TOPIC, get=MEMBER, api=True),
    Route("api-summaries", TOPIC, get=MEMBER, post=MANAGES(400), api=True),
    Route("api-pyramids", SLUG, get=MEMBER, post=ANNOTATES, api=True, body={"topic": "D1"}),
    Route("api-peer-annotations", SLUG, get=MEMBER, post=ANNOTATES(400), api=True),
    Route("api-pyramid-releases", ("pyramid",), post=RELEASES(409), api=True),
    *api_state_changes("api-pyramid-state", ("pyramid",)),
    *api_state_changes("api-peer-annotation-state", ("annotation",)),
    Route("api-model", (*TOPIC, "model"), get=MEMBER, api=True),
    Route("api-peer", (*TOPIC, "peer"), get=MEMBER, api=True),
    Route("api-pyramid-scus", ("pyramid",), get=SEES, api=True),
    Route("api-release", ("release",), get=SEES, api=True),
    Route("api-project-scores", SLUG, get=MEMBER, api=True),
    Route("api-project-scores-export", SLUG, get=MEMBER, api=True),
    Route("api-project-agreement", SLUG, get=MEMBER, api=True),
    Route("api-project-stability", SLUG, get=MEMBER, api=True),
    Route("api-project-enough", SLUG, get=MEMBER, api=True),
    Route("api-project-overlap", SLUG, get=MEMBER, api=True),
    Route("api-instrument-results", ("instrument",), get=SEES_RESULTS, api=True),
    Route("api-instrument-agreement", ("instrument",), get=SEES_RESULTS, api=True),
    Route("api-instrument-variation", ("instrument",), get=SEES_RESULTS, api=True),
    Route("api-instrument-programs", ("instrument",), get=SEES_RESULTS, api=True),
    Route("api-studies", SLUG, get=MEMBER, post=MANAGES(400), api=True),
    Route("api-study", ("p", "study"), get=MEMBER, delete=MANAGES(204), api=True),
    Route("api-study-export", ("p", "study"), get=MEMBER(200, 422), api=True),
    Route("api-measures", get=SIGNED, api=True),
    Route("api-project-measures", SLUG, get=MEMBER, api=True),
    Route("api-score-tables", SLUG, get=MEMBER, post=MANAGES(400), api=True),
    Route("api-parses", SLUG, get=MEMBER, post=MANAGES(400), delete=MANAGES(400), api=True),
    Route("api-trained-measures", SLUG, get=MEMBER, post=MANAGES(400), api=True),
    Route("api-trained-measure", ("p", "trained"), get=MEMBER, delete=MANAGES(204), api=True),
    Route("api-instruments", SLUG, get=MEMBER, post=MANAGES(400), api=True),
    Route("api-instrument", ("instrument",), get=MEMBER, patch=MANAGES, api=True),
    Route("api-instrument-export", ("instrument",), get=SEES_SHEET, api=True),
    Route("api-instrument-import", ("instrument",), post=MANAGES(400), api=True),
    Route("api-instrument-sheets", ("instrument",), get=MEMBER, post=ANNOTATES, api=True, body={"topic": "D1"}),
    Route("api-documents", TOPIC, get=MEMBER, post=MANAGES(400), api=True),
    Route("api-document", (*TOPIC, "document"), get=MEMBER, api=True),
    Route("api-extracts", TOPIC, get=MEMBER, post=MANAGES(400), api=True),
    Route("api-item-lists", TOPIC, get=MANAGES, post=MANAGES(400), api=True),
    Route("api-sheet", ("sheet",), get=SEES_SHEET, api=True),
    Route("api-sheet-history", ("sheet",), get=SEES_SHEET, api=True),
    Route("api-sheet-edits", ("sheet",), post=JUDGES_SHEET, api=True, body=edit("judge", question="q1", value=3)),
    *(
        Route("api-sheet-state", ("sheet",), post=SEES_SHEET(200, 409), api=True, body={"verb": verb})
        for verb in ("submit", "reopen")
    ),
    Route("api-pyramid", ("pyramid",), get=SEES, api=True),
    Route(
        "api-pyramid-edits",
        ("pyramid",),
        post=EDITS,
        api=True,
        body=edit("relabel_scu", scu=SCU, label="new", was="Wombat"),
    ),
    Route("api-pyramid-history", ("pyramid",), get=SEES, api=True),
    Route("api-pyramid-notes", ("pyramid",), get=SEES, post=SEES(200, 201), api=True, body=NOTE),
    Route("api-peer-annotation-notes", ("annotation",), get=SEES, post=SEES(200, 201), api=True, body=NOTE),
    Route("api-notes", ("thread",), post=SEES(200, 201), api=True, body=NOTE),
    Route("api-pyramid-similar", ("pyramid",), get=SEES, api=True, query=f"?scu={SCU}"),
    Route("api-peer-annotation", ("annotation",), get=SEES, api=True),
    Route(
        "api-peer-annotation-edits",
        ("annotation",),
        post=EDITS,
        api=True,
        body=edit("comment_unit", unit=UNIT, comment="new", was="Wombat"),
    ),
    Route("api-peer-annotation-history", ("annotation",), get=SEES, api=True),
    Route("api-peer-annotation-similar", ("annotation",), get=SEES, api=True, query="?start=0&end=4"),
    Route("api-peer-annotation-scores", ("annotation",), get=SEES, api=True),
]
