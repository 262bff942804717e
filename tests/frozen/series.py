"""A series of requests from a new project to the scores of a peer: each verb of both workspaces, and refusals."""

from typing import Any

from django.test import Client

from tests.factories import EDIT_IDS, GROUP_IDS, PART_IDS, SCU_IDS, UNIT_IDS, client_id
from tests.frozen.normal import answer_text, normal

MODELS = (
    "The old lamp went out on Monday. Nobody saw the keeper leave.",
    "On Monday the lamp failed. The keeper had left by boat. Fog closed the harbour.",
    "Fog 🌫 closed the port.\nThe lamp, they say, failed.",
)
PEER = "The keeper left by boat, and the lamp failed. Fog closed the harbour on Monday."
TEXTS = [{"kind": "model", "summarizer": f"m{at}", "text": text} for at, text in enumerate(MODELS)]
TEXTS.append({"kind": "peer", "summarizer": "7", "text": PEER, "title": "Seven"})


def s(number: int) -> str:
    """The id of an SCU."""
    return client_id(SCU_IDS, number)


def p(number: int) -> str:
    """The id of a part."""
    return client_id(PART_IDS, number)


def u(number: int) -> str:
    """The id of a unit."""
    return client_id(UNIT_IDS, number)


def g(number: int) -> str:
    """The id of the group of this number; undo and redo name it."""
    return client_id(GROUP_IDS, number)


class Series:
    """Requests by one user in turn, and what was answered to each. Groups of edits are numbered from 1."""

    def __init__(self, client: Client) -> None:
        self.outputs: dict[str, str] = {}
        self._client, self._edit, self.group = client, 0, 0

    def get(self, address: str) -> Any:
        """The JSON of an address."""
        return self._told("GET", address, "", self._client.get(address))

    def post(self, address: str, **body: Any) -> Any:
        """The JSON that answers a body."""
        name = body.get("verb", "")
        return self._told("POST", address, name, self._client.post(address, body, content_type="application/json"))

    def edit(self, work: str, *edits: tuple[str, dict[str, Any]], base: int = 0, under: int = 0) -> None:
        """Post a group of edits to a work; ``under``: with the number of a group that was sent before."""
        self.group += not under
        made = []
        for verb, payload in edits:
            self._edit += 1
            made.append({"id": client_id(EDIT_IDS, self._edit), "verb": verb, **payload})
        body = {"base": base, "groups": [{"group": g(under or self.group), "edits": made}]}
        self._last = (f"{work}edits/", body, " + ".join(verb for verb, _ in edits))
        self.again()

    def again(self) -> None:
        """Post the last edits, once more if they were posted."""
        address, body, name = self._last
        self._told("POST", address, name, self._client.post(address, body, content_type="application/json"))

    def _told(self, method: str, address: str, name: str, answer: Any) -> Any:
        key = f"{len(self.outputs) + 1:03} {method} {normal(address)} {name}".rstrip()
        self.outputs[key] = normal(answer_text(answer))
        return answer.json()


def series_outputs(client: Client) -> dict[str, str]:
    """The answers by number, address and verb."""
    series = Series(client)
    project = series.post("/api/projects/", name="A series", slug="series")
    topic = series.post(project["urls"]["topics"], key="T1", title="The lamp", statement="What went out?")
    texts = series.post(f"{topic['url']}summaries/", summaries=TEXTS)["summaries"]
    models = [text["id"] for text in texts if text["kind"] == "model"]
    pyramid = series.post(project["urls"]["pyramids"], topic="T1")["url"]
    series.get(pyramid)
    edit_pyramid(series, pyramid, *models)
    for part in ("", "scus/", f"similar/?scu={s(1)}", "history/", "notes/"):
        series.get(f"{pyramid}{part}")
    series.post(f"{pyramid}releases/")
    matching = series.post(project["urls"]["peer_annotations"], topic="T1", peer="7")["url"]
    series.get(matching)
    edit_matching(series, matching)
    for part in ("", "similar/?start=0&end=15", "history/", "scores/", "diagnosis/"):
        series.get(f"{matching}{part}")
    for work in (pyramid, matching):
        series.post(f"{work}notes/", id=g(900), text="Why?")
        for verb in ("agree", "submit", "submit", "reopen", "review", "return", "submit"):
            series.post(f"{work}state/", verb=verb)
        series.edit(work, ("undo", {"group": g(1)}))
        series.get(f"{work}history/")
    for name in ("scores", "agreement", "stability", "pyramids", "releases", "peer_annotations", "members"):
        series.get(project["urls"][name])
    return series.outputs


def edit_pyramid(series: Series, pyramid: str, a: int, b: int, c: int) -> None:
    """Each verb of pyramids, what is refused, what comes twice or late. ``a``, ``b``, ``c``: the models."""

    def part(number: int, scu: int, summary: int, start: int, end: int) -> tuple[str, dict[str, Any]]:
        return "add_part", {"part": p(number), "scu": s(scu), "summary": summary, "start": start, "end": end}

    def edit(*edits: tuple[str, dict[str, Any]], **options: int) -> None:
        series.edit(pyramid, *edits, **options)

    edit(("create_scu", {"scu": s(1), "label": "The lamp went out"}), part(1, 1, a, 0, 20), part(2, 1, b, 0, 25))
    edit(("create_scu", {"scu": s(2), "label": "The keeper left"}), part(3, 2, a, 33, 60), part(4, 2, b, 27, 45))
    edit(("create_scu", {"scu": s(3)}), part(5, 3, b, 56, 78), part(6, 3, c, 0, 22))
    edit(part(7, 1, c, 24, 32), part(8, 1, c, 43, 49), base=6)
    series.again()
    edit(part(7, 1, c, 24, 32), part(8, 1, c, 43, 49), under=4)
    edit(("create_scu", {"scu": s(4), "after": s(1), "label": "Boat"}), part(9, 4, b, 46, 53))
    edit(("relabel_scu", {"scu": s(3), "label": "Fog", "was": ""}))
    edit(("relabel_scu", {"scu": s(3), "label": "Mist", "was": "not this"}))
    edit(("comment_scu", {"scu": s(3), "comment": "語 🗼", "was": ""}))
    edit(("comment_contributor", {"scu": s(3), "summary": b, "comment": "So?", "was": ""}))
    edit(("reorder_scu", {"scu": s(3), "after": None}), ("flag", {"scu": s(3), "reason": "unsure"}))
    edit(("flag", {"scu": s(1), "summary": a, "reason": "discuss"}), ("unflag", {"scu": s(3), "reason": "unsure"}))
    edit(("set_part", {"part": p(1), "start": 4, "end": 31}))
    edit(("set_part", {"part": p(1), "start": 4, "end": 3100}))
    edit(("move_part", {"part": p(8), "to_scu": s(2)}))
    edit(("copy_part", {"part": p(9), "to_scu": s(2), "new_part": p(10)}))
    edit(("split_scu", {"scu": s(1), "new_scu": s(5), "parts": [p(2)], "label": "Failed"}))
    edit(("move_contributor", {"scu": s(5), "summary": b, "to_scu": s(1)}))
    edit(("delete_scu", {"scu": s(5)}))
    edit(("relabel_scu", {"scu": s(5), "label": "Gone", "was": "Failed"}))
    edit(("merge_scus", {"into": s(2), "scus": [s(4)]}))
    edit(("undo", {"group": g(20)}), base=20)
    edit(("redo", {"group": g(20)}), base=21)
    edit(("undo", {"group": g(1)}))
    edit(("remove_part", {"part": p(8)}), ("remove_contributor", {"scu": s(3), "summary": c}))
    edit(("undo", {"group": g(24)}))
    edit(("set_aside", {"summary": a, "start": 21, "end": 31}), ("set_aside", {"summary": c, "start": 32, "end": 42}))
    edit(("unset_aside", {"summary": c, "start": 34, "end": 38}))
    edit(("create_scu", {"scu": s(1)}))
    edit(("create_scu", {"scu": "no id"}))
    edit(("no_such_verb", {}))


def edit_matching(series: Series, matching: str) -> None:
    """Each verb of peer annotations, and what is refused."""

    def match(unit: int, part: int, scu: int, start: int, end: int) -> tuple[str, dict[str, Any]]:
        span = {"start": start, "end": end}
        return "match_part", {"unit": u(unit), "part": p(part), "scu": s(scu) if scu else None, **span}

    def edit(*edits: tuple[str, dict[str, Any]], **options: int) -> None:
        series.edit(matching, *edits, **options)

    edit(match(1, 1, 2, 0, 15))
    edit(match(1, 2, 2, 16, 23), match(2, 3, 1, 29, 44), base=1)
    edit(match(3, 4, 0, 46, 68), ("label_unit", {"unit": u(3), "label": "Fog", "was": ""}))
    series.again()
    edit(match(4, 5, 99, 0, 5))
    edit(match(4, 5, 3, 69, 5_000))
    edit(("rematch_unit", {"unit": u(3), "scu": s(3)}), ("flag", {"unit": u(3), "reason": "partial"}))
    edit(("comment_unit", {"unit": u(1), "comment": "語 🗼", "was": ""}))
    edit(("comment_unit", {"unit": u(1), "comment": "No", "was": "not this"}))
    edit(match(4, 5, 0, 69, 78), ("set_part", {"part": p(5), "start": 72, "end": 78}))
    edit(("split_unit", {"unit": u(1), "new_unit": u(5), "parts": [p(2)]}))
    edit(("join_units", {"into": u(1), "units": [u(5)]}), ("unflag", {"unit": u(3), "reason": "partial"}))
    edit(("mark_absent", {"scu": s(1)}))
    edit(("unmark_absent", {"scu": s(1)}), ("mark_absent", {"scu": s(3)}))
    edit(("remove_part", {"part": p(2)}))
    edit(("remove_unit", {"unit": u(4)}))
    edit(("undo", {"group": client_id(GROUP_IDS, series.group)}))
    edit(("redo", {"group": client_id(GROUP_IDS, series.group - 1)}))
    edit(("remove_unit", {"unit": u(4)}))
    edit(("decide", {"difference": "0" * 16, "choice": "A", "note": "", "sources": {"A": [], "B": []}, "units": []}))
