"""The parts of the durable queue: who waits for whom, what is set aside, and the storage that pages share."""

from typing import Any

import pytest

from tests.static.conftest import Run


def _edit(verb: str, **payload: Any) -> dict[str, Any]:
    return {"id": f"edit of {payload}", "verb": verb, **payload}


CREATE = _edit("create_scu", scu="s", label="")


@pytest.mark.parametrize(
    ("refused", "later", "waits"),
    [
        (CREATE, _edit("add_part", part="p", scu="s", summary=1, start=0, end=1), True),
        (CREATE, _edit("add_part", part="p", scu="t", summary=1, start=0, end=1), False),
        (CREATE, _edit("merge_scus", into="t", scus=["u", "s"]), True),
        (CREATE, _edit("undo", group="first"), True),
        (CREATE, _edit("undo", group="another"), False),
        (CREATE, _edit("create_scu", scu="t", label="s"), False),
        (_edit("relabel_scu", scu="s", label="a", was=""), _edit("relabel_scu", scu="s", label="b", was="a"), True),
        (_edit("relabel_scu", scu="s", label="a", was=""), _edit("comment_scu", scu="s", comment="b", was=""), False),
        (_edit("relabel_scu", scu="s", label="a", was=""), _edit("relabel_scu", scu="t", label="b", was=""), False),
        (
            _edit("add_part", part="p", scu="s", summary=1, start=0, end=1),
            _edit("set_part", part="p", start=0, end=2),
            True,
        ),
        (
            _edit("add_part", part="p", scu="s", summary=1, start=0, end=1),
            _edit("move_contributor", scu="s", summary=1, to_scu="t"),
            True,
        ),
        (
            _edit("match_part", unit="u", part="p", scu=None, start=0, end=1),
            _edit("rematch_unit", unit="u", scu="s"),
            True,
        ),
    ],
)
def test_only_what_needs_a_refused_group_waits_for_it(
    run: Run, refused: dict[str, Any], later: dict[str, Any], waits: bool
) -> None:
    held = run(
        """
        const { waitingGroups } = await import("pyramidion/work/sync/queue.js");
        const { PYRAMID_REDUCER } = await import("pyramidion/pyramids/kind.js");
        const { MATCH_REDUCER } = await import("pyramidion/matching/kind.js");
        const verbs = { ...PYRAMID_REDUCER.verbs, ...MATCH_REDUCER.verbs };
        return [...waitingGroups([{ group: { group: "first", edits: [given[0]] }, refusal: { code: "gone" } },
                             { group: { group: "second", edits: [given[1]] }, refusal: null }], verbs)];
        """,
        [refused, later],
    )
    assert held == (["second"] if waits else [])


def test_what_needs_a_group_that_waits_waits_too(run: Run) -> None:
    held = run(
        """
        const { waitingGroups } = await import("pyramidion/work/sync/queue.js");
        const { PYRAMID_REDUCER } = await import("pyramidion/pyramids/kind.js");
        const { MATCH_REDUCER } = await import("pyramidion/matching/kind.js");
        const verbs = { ...PYRAMID_REDUCER.verbs, ...MATCH_REDUCER.verbs };
        const queue = given.map((edit, n) => ({ group: { group: `g${n}`, edits: [edit] }, refusal: n ? null : {} }));
        return [...waitingGroups(queue, verbs)];
        """,
        [
            CREATE,
            _edit("split_scu", scu="s", new_scu="t", parts=[]),
            _edit("relabel_scu", scu="t", label="", was=""),
            _edit("delete_scu", scu="u"),
        ],
    )
    assert held == ["g1", "g2"]


@pytest.mark.parametrize(
    ("outcome", "groups", "expected"),
    [
        ({"kind": "too_large"}, 5, {"limit": 2, "refused": []}),
        ({"kind": "too_large"}, 1, {"limit": 1, "refused": [["g0", "too_large"]]}),
        ({"kind": "malformed", "errors": [{"field": "groups[1].edits[0].x", "message": "No."}]}, 3,
         {"limit": 3, "refused": [["g1", "malformed"]]}),
        ({"kind": "malformed", "errors": [{"field": "base", "message": "No."}]}, 3, {"limit": 1, "refused": []}),
        ({"kind": "malformed", "errors": [{"field": "", "message": "No."}]}, 1,
         {"limit": 1, "refused": [["g0", "malformed"]]}),
    ],
)  # fmt: skip
def test_what_the_server_cannot_take_is_found_and_set_aside(
    run: Run, outcome: dict[str, Any], groups: int, expected: dict[str, Any]
) -> None:
    found = run(
        """
        const { refuseOrHalve } = await import("pyramidion/work/sync/post_edits.js");
        const groups = Array.from({ length: given[1] }, (_, n) => ({ group: `g${n}`, edits: [{ id: "e", verb: "x" }] }));
        const { limit, refused } = refuseOrHalve(given[0], groups);
        return { limit, refused: refused.map(({ group, code }) => [group, code]) };
        """,
        [outcome, groups],
    )
    assert found == expected


@pytest.mark.parametrize(
    ("status", "content", "kind"),
    [
        (200, {"revision": 1}, "answer"),
        (400, {"errors": []}, "malformed"),
        (400, {"detail": "Not JSON."}, "malformed"),
        (400, {}, "unreachable"),  # a proxy, or a host that is not allowed: nobody has looked at the edits
        (413, {}, "too_large"),
        (422, {"errors": []}, "malformed"),
        (423, {"detail": "Submitted."}, "stopped"),
        (502, {}, "unreachable"),
    ],
)
def test_only_our_servers_words_are_held_against_an_edit(run: Run, status: int, content: Any, kind: str) -> None:
    found = run(
        """
        const { outcomeOf } = await import("pyramidion/work/sync/post_edits.js");
        return outcomeOf(...given).kind;
        """,
        [status, content],
    )
    assert found == kind


@pytest.mark.parametrize(
    ("status", "content", "message"),
    [
        (502, {}, "The server answered 502."),
        (500, {"detail": "Something went wrong."}, "The server answered 500."),
        (507, {"detail": "The server's disk is full: what was sent was not saved."}, None),
    ],
)
def test_what_the_server_lacks_is_told(run: Run, status: int, content: Any, message: str | None) -> None:
    found = run(
        """
        const { outcomeOf } = await import("pyramidion/work/sync/post_edits.js");
        return outcomeOf(...given);
        """,
        [status, content],
    )
    assert found == {"kind": "unreachable", "message": message or content["detail"]}


STORAGE = """
const { DurableStorage, countUnsentByOthers } = await import("pyramidion/work/sync/durable_storage.js");
const { newId } = await import("pyramidion/work/edits/new_id.js");
const installation = newId();
const open = (user, name = user, target = "/api/pyramids/5/edits/") =>
  new DurableStorage({ installation, user, name }, target, "/here/");
const group = (n) => ({ group: `g${n}`, edits: [{ id: `e${n}`, verb: "delete_scu", scu: "s" }] });
const ids = async (storage) => (await storage.load()).map((kept) => kept.group.group + (kept.refusal ? "!" : ""));
const mine = open("1", "ann");
"""


def test_the_queue_is_the_same_for_all_pages_of_one_person_on_one_pyramid(run: Run) -> None:
    found = run(
        STORAGE
        + """
        const again = open("1", "ann");
        await Promise.all([mine.add(group(1)), mine.add(group(2)), again.add(group(3))]);
        await again.recordOutcome(new Set(["g1"]), [{ group: "g3", edit: "e3", code: "gone", message: "" }]);
        const first = await ids(mine);
        const replaced = [await mine.replace("g3", group(4)), await again.replace("g3", null)];
        return { first, replaced, then: await ids(again), elsewhere: await ids(open("1", "ann", "/api/pyramids/6/edits/")),
                 theirs: await ids(open("2", "bob")) };
        """
    )
    assert found == {
        "first": ["g2", "g3!"],
        "replaced": [True, False],
        "then": ["g2", "g4"],
        "elsewhere": [],
        "theirs": [],
    }


def test_a_group_is_kept_once(run: Run) -> None:
    found = run(
        STORAGE
        + """
        await mine.add(group(1));
        const again = await mine.add(group(1)).then(() => "kept", () => "refused");
        return [again, await ids(mine)];
        """
    )
    assert found == ["refused", ["g1"]]


def test_one_page_has_the_lease_until_it_lets_go_or_is_gone(run: Run) -> None:
    found = run(
        STORAGE
        + """
        const other = open("1", "ann");
        const waits = await Promise.all([mine.acquire(), other.acquire()]);
        await other.release();  // not its own: no effect
        const still = await other.acquire();
        await mine.release();
        const then = await other.acquire();
        const clock = Date.now;
        Date.now = () => clock() + 60_000;  // its page was killed a minute ago
        const later = await mine.acquire();
        Date.now = () => clock() - 3_600_000;  // the clock was set back an hour
        const back = await other.acquire();
        Date.now = clock;
        await mine.release(); await other.release();
        return { first: waits.filter((wait) => wait === 0).length, still: still > 0, then, later, back: back <= 4000 };
        """
    )
    assert found == {"first": 1, "still": True, "then": 0, "later": 0, "back": True}


def test_a_storage_that_another_page_blocks_is_given_up(run: Run) -> None:
    found = run(
        STORAGE
        + """
        const { Queue } = await import("pyramidion/work/sync/queue.js");
        const queue = new Queue(mine, {});
        await queue.open();
        const kept = group(1);
        queue.add(kept);
        await queue.store(kept);
        const before = [queue.storage.durable, queue.isKept];
        const db = await new Promise((resolve) => {
          const request = indexedDB.open("pyramidion", 1);
          request.onsuccess = () => resolve(request.result);
        });
        const leases = db.transaction(["leases"], "readwrite").objectStore("leases");
        let blocks = true;  // as a page that the browser has frozen blocks
        const block = () => { if (blocks) leases.get("").onsuccess = block; };
        block();
        const wait = await queue.acquire();
        blocks = false;
        db.close();
        return { before, wait, after: [queue.storage.durable, queue.isKept], ready: queue.ready.map((each) => each.group) };
        """
    )
    assert found == {"before": [True, True], "wait": 0, "after": [False, False], "ready": ["g1"]}


def test_others_are_told_how_many_and_whose_but_not_what(run: Run) -> None:
    found = run(
        STORAGE
        + """
        await mine.add(group(1));
        await open("1", "ann", "/api/pyramids/6/edits/").add(group(2));
        await open("3", "cid").add(group(3));
        const left = (user) => countUnsentByOthers({ installation, user, name: "" });
        const strangers = await countUnsentByOthers({ installation: newId(), user: "2", name: "" });
        return { bob: await left("2"), ann: await left("1"), strangers };
        """
    )
    assert found == {
        "bob": [{"name": "ann", "count": 2}, {"name": "cid", "count": 1}],
        "ann": [{"name": "cid", "count": 1}],
        "strangers": [],
    }
