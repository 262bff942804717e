"""The page's queue: edits show at once, go in order, come back after a failure, and are never doubled.

The other end is a server in miniature, written in the page with the same reducer: it keeps the groups it has seen.
"""

import pytest

from tests.static.conftest import Run

SETUP = """
const { EditSession } = await import("pyramidion/work/sync/edit_session.js");
const { PYRAMID_KIND } = await import("pyramidion/pyramids/kind.js");
const { MemoryStorage } = await import("pyramidion/work/sync/queue.js");
const { applyGroup } = await import("pyramidion/work/edits/group.js");
const id = (n) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const data = {
  revision: 0, next_uid: 1, next_position: 1, settings: { overlap: "allow" },
  summaries: [{ id: 7, text: "one two three four" }],
  scus: [],
};
class Server {
  revision = 0; seen = new Set(); requests = []; plan = []; state = PYRAMID_KIND.read(data);
  async post(body) {
    this.requests.push(body.groups.map((group) => group.group));
    const outcome = this.plan.shift();
    if (outcome === "lost request") return { kind: "unreachable", message: "away" };
    if (outcome?.kind) return outcome;
    const answer = this.answer(body);
    return outcome === "lost answer" ? { kind: "unreachable", message: "away" } : { kind: "answer", answer };
  }
  answer({ groups }) {
    const applied = [];
    let refused = null;
    for (const group of groups) {
      if (!this.seen.has(group.group)) {
        const result = applyGroup(PYRAMID_KIND.reducer, this.state, group);
        if (result.refused) { refused = result.refused; break; }
        this.state = result.state; this.seen.add(group.group); this.revision += 1;
      }
      applied.push(group.group);
    }
    return { revision: this.revision, applied, refused, edits: [], state: Object.fromEntries(this.state.snapshots) };
  }
}
const server = new Server();
const storage = new MemoryStorage();
const open = (theirs = server) => new EditSession(data, { ...PYRAMID_KIND, post: (body) => theirs.post(body), storage,
                                                          delay: () => 1 });
const session = open();
if (given !== "closed") await session.open();
const settled = (kind) => new Promise((resolve) => {
  const look = () => { if (session.status.kind === kind) { session.removeEventListener("change", look); resolve(); } };
  session.addEventListener("change", look); look();
});
const create = (n, label = "") => ({ verb: "create_scu", scu: id(n), label });
const part = (n, scu) => ({ verb: "add_part", part: id(n), scu: id(scu), summary: 7, start: 0, end: 3 });
"""


def test_an_edit_shows_at_once_and_is_saved_soon(run: Run) -> None:
    found = run(
        SETUP
        + """
        session.propose([create(1, "first"), part(2, 1)]);
        const shown = [...session.state.snapshots.values()].map((scu) => [scu.label, scu.contributors.length]);
        const before = session.status.kind;
        await settled("saved");
        return { shown, before, revision: session.revision, there: server.state.snapshots.size };
        """
    )
    assert found == {"shown": [["first", 1]], "before": "pending", "revision": 1, "there": 1}


@pytest.mark.parametrize("mishap", ["lost request", "lost answer"])
def test_a_lost_message_loses_and_doubles_nothing(run: Run, mishap: str) -> None:
    found = run(
        SETUP
        + """
        server.plan = [given, given, given];
        session.propose([create(1)]);
        session.propose([create(2)]);
        await settled("offline");
        await settled("saved");
        return { uids: [...server.state.snapshots.values()].map((scu) => scu.uid), revision: server.revision,
                 same: server.requests.every((groups) => groups[0] === server.requests[0][0]) };
        """,
        mishap,
    )
    assert found == {"uids": [1, 2], "revision": 2, "same": True}


def test_a_refused_group_waits_for_a_decision_and_the_rest_goes_on_after_it(run: Run) -> None:
    found = run(
        SETUP
        + """
        session.propose([create(1)]);
        await settled("saved");
        server.state = applyGroup(PYRAMID_KIND.reducer, server.state,
          { group: id(90), edits: [{ id: id(91), verb: "relabel_scu", scu: id(1), label: "theirs", was: "" }] }).state;
        session.propose([{ verb: "relabel_scu", scu: id(1), label: "mine", was: "" }]);
        session.propose([create(2)]);
        await settled("decision");
        const asked = { code: session.oldestRefused.refusal.code, pending: session.status.pending,
                        shown: session.state.snapshots.get(id(1)).label };
        session.decide([{ verb: "relabel_scu", scu: id(1), label: "mine", was: "theirs" }]);
        await settled("saved");
        return { asked, labels: [...server.state.snapshots.values()].map((scu) => scu.label) };
        """
    )
    assert found == {"asked": {"code": "changed", "pending": 2, "shown": "theirs"}, "labels": ["mine", ""]}


def test_a_dropped_group_is_gone_and_the_rest_goes_on(run: Run) -> None:
    found = run(
        SETUP
        + """
        session.propose([create(1)]);
        await settled("saved");
        server.state.snapshots.delete(id(1));
        session.propose([part(3, 1)]);
        session.propose([create(2)]);
        await settled("decision");
        session.decide(null);
        await settled("saved");
        return [...server.state.snapshots.values()].map((scu) => scu.contributors.length);
        """
    )
    assert found == [0]


def test_what_others_did_comes_with_the_answer(run: Run) -> None:
    found = run(
        SETUP
        + """
        server.answer({ groups: [{ group: id(80), edits: [{ id: id(81), ...create(9, "theirs") }] }] });
        const changes = [];
        session.addEventListener("change", (event) => changes.push(...event.detail.changed));
        session.propose([create(1, "mine")]);
        await settled("saved");
        return { labels: [...session.state.snapshots.values()].map((scu) => scu.label).sort(),
                 changed: new Set(changes).size, next: session.state.next_uid };
        """
    )
    assert found == {"labels": ["mine", "theirs"], "changed": 2, "next": 3}


def test_a_saved_edit_is_not_shown_anew(run: Run) -> None:
    found = run(
        SETUP
        + """
        const answer = server.answer.bind(server);
        server.answer = (body) => JSON.parse(JSON.stringify(answer(body), (key, value) =>
          value?.uid ? Object.fromEntries(Object.entries(value).reverse()) : value));
        const changes = [];
        session.addEventListener("change", (event) => changes.push(event.detail.changed.size));
        session.propose([create(1), part(2, 1)]);
        await settled("saved");
        return changes.filter(Boolean);
        """
    )
    assert found == [1]


def test_a_stop_keeps_the_queue_and_says_why(run: Run) -> None:
    found = run(
        SETUP
        + """
        server.plan = [{ kind: "stopped", status: 423, message: "This pyramid is submitted." }];
        session.propose([create(1)]);
        await settled("stopped");
        const { kind, pending, message, why } = session.status;
        const stopped = { kind, pending, message, why, kept: session.pending.length };
        server.answer({ groups: [] });
        session.resume();
        await settled("saved");
        return stopped;
        """
    )
    said = {"message": "This pyramid is submitted.", "why": "not_allowed"}
    assert found == {"kind": "stopped", "pending": 1, **said, "kept": 1}


def test_a_queue_too_large_for_one_request_goes_in_smaller_ones(run: Run) -> None:
    found = run(
        SETUP
        + """
        server.plan = ["lost request"];
        for (let n = 1; n <= 8; n += 1) session.propose([create(n)]);
        server.plan.push(...Array(3).fill("lost request"));
        const post = server.post.bind(server);
        server.post = (body) => (body.groups.length > 2 ? { kind: "too_large" } : post(body));
        await settled("saved");
        return server.state.snapshots.size;
        """
    )
    assert found == 8


def test_a_malformed_group_is_named_and_can_be_dropped(run: Run) -> None:
    found = run(
        SETUP
        + """
        server.plan = ["lost request", { kind: "malformed",
                       errors: [{ field: "groups[1].edits[0].label", message: "This is too long." }] }];
        session.propose([create(1)]);
        session.propose([create(2)]);
        await settled("decision");
        const asked = { message: session.status.message, second: session.oldestRefused.group === session.pending[1] };
        session.decide(null);
        await settled("saved");
        return { ...asked, there: [...server.state.snapshots.keys()].length };
        """
    )
    assert found == {"message": "This is too long.", "second": True, "there": 1}


def test_what_cannot_apply_here_is_not_queued(run: Run) -> None:
    found = run(
        SETUP
        + """
        const refused = session.propose([part(2, 1)]);
        return { code: refused.code, pending: session.status.pending, sent: server.requests.length };
        """
    )
    assert found == {"code": "gone", "pending": 0, "sent": 0}


def test_a_queue_left_in_the_storage_is_taken_up(run: Run) -> None:
    found = run(
        SETUP
        + """
        await storage.add({ group: id(50), edits: [{ id: id(51), ...create(1, "kept") }] });
        await session.open();
        await settled("saved");
        return [...server.state.snapshots.values()].map((scu) => scu.label);
        """
    )
    assert found == ["kept"]


def test_waiting_times_grow_and_end_at_half_a_minute(run: Run) -> None:
    found = run(
        """
        const { backoff } = await import("pyramidion/work/sync/page_session.js");
        return [1, 2, 3, 20].map((failures) => backoff(failures, () => 1));
        """
    )
    assert found == [500, 1000, 2000, 30000]


def test_ids_are_random_uuids_without_a_secure_context(run: Run) -> None:
    found = run(
        """
        const { newId } = await import("pyramidion/work/edits/new_id.js");
        const ids = Array.from({ length: 100 }, newId);
        const form = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
        return { distinct: new Set(ids).size, sound: ids.every((id) => form.test(id)) };
        """
    )
    assert found == {"distinct": 100, "sound": True}
