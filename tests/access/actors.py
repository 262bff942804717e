"""Who asks: one person for each way to stand to the work of the scene, and the rules that an address can have."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

STATES = ("in_progress", "in_review", "submitted", "returned", "adjudicated")
FINISHED = ("submitted", "adjudicated")

NOBODY, OUTSIDER, ROOT = "signed out", "outsider", "superuser"
MANAGER, OWNER, EDITOR, OTHER, VIEWER = "manager", "OlgaOwner", "editor", "other", "viewer"
REVIEWER, ADJUDICATOR = "reviewer", "adjudicator"
REVIEWER_ELSEWHERE, ADJUDICATOR_ELSEWHERE = "reviewer-elsewhere", "adjudicator-elsewhere"

MEMBERS = frozenset(
    {
        *(MANAGER, OWNER, EDITOR, OTHER, VIEWER),
        *(REVIEWER, ADJUDICATOR, REVIEWER_ELSEWHERE, ADJUDICATOR_ELSEWHERE),
    }
)
"""The project is blind. The owner made the work; the other has an unfinished pyramid of their own on the topic."""
ACTORS = (NOBODY, OUTSIDER, ROOT, *sorted(MEMBERS))
SIGNED_IN = frozenset(ACTORS) - {NOBODY}
SEE_WORK = frozenset({MANAGER, OWNER, EDITOR, REVIEWER, ADJUDICATOR})
"""Who sees the owner's work before the topic is revealed."""


@dataclass(frozen=True)
class Rule:
    """To whom an address exists (others get 404), who of them may use it (others get 403), and what these get.

    ``in_states``: what is otherwise, by actor and state. ``on_work``: whether the state of the owner's work matters.
    """

    seen_by: frozenset[str]
    may: frozenset[str]
    answers: tuple[int, ...] = (200,)
    in_states: Mapping[tuple[str, str], int] = field(default_factory=dict)
    on_work: bool = False

    def __call__(self, *answers: int) -> "Rule":
        """The same rule where success is another status, or one of several."""
        return replace(self, answers=answers)

    def expected(self, actor: str, state: str, *, api: bool) -> tuple[int, ...]:
        """The statuses that may come."""
        if actor == NOBODY and actor not in self.seen_by:
            return (401,) if api else (302,)
        if actor not in self.seen_by:
            return (404,)
        if (actor, state) in self.in_states:
            return (self.in_states[actor, state],)
        return self.answers if actor in self.may else (403,)


def _on_work(*may: str, in_states: Mapping[tuple[str, str], int] | None = None) -> Rule:
    return Rule(SEE_WORK, frozenset(may), in_states=in_states or {}, on_work=True)


ANYONE = Rule(frozenset(ACTORS), frozenset(ACTORS))
SIGNED = Rule(SIGNED_IN, SIGNED_IN)
MEMBER = Rule(MEMBERS, MEMBERS)
STARTED_IT = Rule(frozenset({MANAGER}), frozenset({MANAGER}))
"""The manager's run, which has not ended."""
INVITED = Rule(frozenset({OUTSIDER}), frozenset({OUTSIDER}))
ANNOTATES = Rule(MEMBERS, MEMBERS - {VIEWER})
MANAGES = Rule(MEMBERS, frozenset({MANAGER}))
JUDGES = Rule(MEMBERS, frozenset({MANAGER, ADJUDICATOR}))
# A sheet of judgments of the owner: nobody stands in for its judge.
SEES_SHEET = Rule(frozenset({MANAGER, OWNER}), frozenset({MANAGER, OWNER}), on_work=True)
JUDGES_SHEET = Rule(
    frozenset({MANAGER, OWNER}),
    frozenset({OWNER}),
    in_states={(OWNER, state): 423 for state in FINISHED},
    on_work=True,
)
# What follows from sheets whose instrument is open and blind.
SEES_RESULTS = Rule(frozenset({MANAGER}), frozenset({MANAGER}))
# The owner's work and what is done with it.
SEES = _on_work(*SEE_WORK)
STANDS_IN = _on_work(OWNER, EDITOR, MANAGER)
REVIEWS = _on_work(MANAGER, REVIEWER)
ADJUDICATES = _on_work(MANAGER, ADJUDICATOR)
REOPENS = _on_work(MANAGER)
RELEASES = _on_work(OWNER, EDITOR, MANAGER, ADJUDICATOR)
EDITS = _on_work(
    *(OWNER, EDITOR),
    in_states={
        **{(actor, state): 423 for actor in (OWNER, EDITOR) for state in ("in_review", *FINISHED)},
        **{(REVIEWER, state): 200 if state == "in_review" else 423 for state in STATES},
        (MANAGER, "in_review"): 200,
    },
)
"""Owner and editors until it is finished, but in review those who review it."""
