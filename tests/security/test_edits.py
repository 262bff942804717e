"""Edits as no page sends them: 4xx or a refusal, and what stands is what the log says, whatever was sent."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.matching.verbs.table import PEER_VERBS
from annotator.pyramids.verbs.table import PYRAMID_VERBS
from annotator.work.edits.request import MAX_EDITS, MAX_GROUPS
from annotator.work.edits.verb import verb_names
from annotator.work.log.models import Edit
from annotator.work.log.rebuild import rebuild
from annotator.work.models import Work
from tests import factories
from tests.annotator.conftest import WorkScene, make_work
from tests.annotator.work.log.requests import edit, edits_url, group, send
from tests.factories import EDIT_IDS, GROUP_IDS, PART_IDS, SCU_IDS, UNIT_IDS, client_id
from tests.scenes import signed_in

KINDS = pytest.mark.parametrize("kind", ["pyramid", "peer"])


def begun(kind: str) -> WorkScene:
    """Work of somebody that begins with nothing, so that its log tells all of it."""
    work = make_work(kind)
    target: Any = work.target
    if target.kind == "pyramid":
        work.target = factories.make_pyramid(factories.make_topic(target.topic.project), target.owner)
        factories.make_summary(work.target.topic, text="A \U0001f5fc\u0301 b " * 5)
    else:
        peer = factories.make_summary(target.topic, "peer", text="A \U0001f5fc\u0301 b " * 5)
        work.target = factories.make_peer_annotation(target.release, target.owner, [], summary=peer)
    return work


def rebuilt(target: Work) -> list[Any]:
    return rebuild(target.pk)[0]


def check_sound(work: WorkScene) -> None:
    """What stands is what the log alone gives, step by step without a gap."""
    assert work.snapshots() == rebuilt(work.target)
    revisions = list(work.target.edits.order_by("revision").values_list("revision", flat=True))
    assert revisions == list(range(1, work.revision() + 1))


SENT = [(verbs[name], name) for verbs in (PYRAMID_VERBS, PEER_VERBS) for name in verb_names(verbs, ["edit", "turn"])]
VERBS = sorted({name for _, name in SENT})
FIELDS = sorted({field for verb, _ in SENT for field in verb.fields})
NAMED = [client_id(kind, n) for kind in (SCU_IDS, PART_IDS, UNIT_IDS, GROUP_IDS, EDIT_IDS) for n in (1, 2)]
ids = st.sampled_from(NAMED)
odd: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, -1, 0, 3, 2**31, 2**63, 10**30, 0.5, 1e308, "", "a", "\0", "\ud800", [], {}, [[]]]
)
few = st.text(max_size=3)
junk = st.recursive(odd | ids, lambda one: st.lists(one, max_size=3) | st.dictionaries(few, one), max_leaves=5)
shaped = st.fixed_dictionaries(
    {"id": ids, "verb": st.sampled_from(VERBS)},
    optional=dict.fromkeys(FIELDS, ids | odd | st.integers(0, 30) | st.lists(ids, max_size=3, unique=True)),
)
edits = st.lists(shaped | junk, max_size=3)
groups = st.lists(st.fixed_dictionaries({"group": ids}, optional={"edits": edits, "by": junk}), max_size=3)
requests = st.fixed_dictionaries({"base": st.integers(-1, 5) | odd, "groups": groups | junk}, optional={"at": junk})


@pytest.mark.django_db
@KINDS
def test_whatever_is_sent_the_state_is_the_replay_of_the_log(kind: str) -> None:
    work = begun(kind)
    client = signed_in(work.owner)
    assert send(client, work.target, group(work.sound())).status_code == 200

    @settings(max_examples=60)
    @given(requests | junk)
    def sent(body: Any) -> None:
        answer = client.post(edits_url(work.target), json.dumps(body), content_type="application/json")
        assert answer.status_code in (200, 400, 422), answer.content

    sent()
    check_sound(work)


JSON = {
    "deep": b'{"base": 0, "groups": ' + b"[" * 100_000,
    "deep objects": b'{"a":' * 100_000,
    "NaN": b'{"base": NaN, "groups": []}',
    "infinite": b'{"base": 1e999, "groups": []}',
    "minus infinite": b'{"base": -Infinity, "groups": []}',
    "a number of 5,000 digits": b'{"base": ' + b"9" * 5_000 + b', "groups": []}',
    "a base that is no whole number": b'{"base": 0.0, "groups": []}',
    "below nothing": b'{"base": -1, "groups": []}',
    "invalid UTF-8": b'{"base": 0, "groups": ["\xff"]}',
    "a mark before it": b'\xef\xbb\xbf{"base": 0, "groups": []}',
    "UTF-16": '{"base": 0, "groups": []}'.encode("utf-16"),
    "half a surrogate": b'{"base": 0, "groups": [{"group": "\\ud800", "edits": []}]}',
    "NUL": b'{"base": 0, "groups": [{"group": "\\u0000", "edits": []}]}',
    "two documents": b'{"base": 0, "groups": []} {"base": 0}',
    "no end": b'{"base": 0, "groups": [',
    "nothing": b"",
}


@pytest.mark.django_db
@KINDS
@pytest.mark.parametrize("name", JSON)
def test_json_out_of_order_is_400(kind: str, name: str) -> None:
    work = make_work(kind)
    before = work.snapshots()
    answer = signed_in(work.owner).post(edits_url(work.target), JSON[name], content_type="application/json")
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
    assert (work.snapshots(), Edit.objects.count()) == (before, 0)


@pytest.mark.django_db
def test_of_a_key_that_comes_twice_the_last_one_counts_and_is_checked() -> None:
    """As in every browser; what was checked is what is done, since it is read once."""
    work = begun("pyramid")
    made = json.dumps(edit("create_scu", scu=client_id(SCU_IDS, 7), label="one"))
    twice = made.replace('"label": "one"', '"label": 5, "label": "two"')
    body = f'{{"base": 0, "groups": [{{"group": "{client_id(GROUP_IDS, 999_001)}", "edits": [{twice}]}}]}}'
    answer = signed_in(work.owner).post(edits_url(work.target), body, content_type="application/json")
    assert (answer.status_code, [snapshot["label"] for snapshot in work.snapshots()]) == (200, ["two"])
    check_sound(work)


SPANS = {
    "negative": (-1, 4),
    "reversed": (4, 1),
    "empty": (2, 2),
    "true": (True, 4),
    "a float": (0.0, 4),
    "text": ("0", "4"),
    "null": (None, 4),
    "huge": (0, 2**31),
    "beyond the text": (0, 10_000),
    "behind the text": (10_000, 10_004),
    "one behind the end": (0, 36),
}


def spanned(work: WorkScene, start: Any, end: Any, number: int = 1) -> dict[str, Any]:
    """An edit that puts a part into the work's text."""
    part = client_id(PART_IDS, 500 + number)
    if work.target.kind == "match":
        return edit("match_part", unit=client_id(UNIT_IDS, 500 + number), part=part, scu=None, start=start, end=end)
    model = work.target.topic.summaries.get()
    return edit("add_part", part=part, scu=client_id(SCU_IDS, 7), summary=model.pk, start=start, end=end)


def with_an_scu(kind: str) -> WorkScene:
    work = begun(kind)
    if kind == "pyramid":
        send(signed_in(work.owner), work.target, group(edit("create_scu", scu=client_id(SCU_IDS, 7))))
    return work


@pytest.mark.django_db
@KINDS
@pytest.mark.parametrize("name", SPANS)
def test_a_span_that_is_none_is_refused(kind: str, name: str) -> None:
    work = with_an_scu(kind)
    before = work.snapshots()
    answer = send(signed_in(work.owner), work.target, group(spanned(work, *SPANS[name])))
    refused = answer.status_code == 400 or answer.data["refused"]["code"] == "out_of_text"
    assert (refused, work.snapshots()) == (True, before)
    check_sound(work)


@pytest.mark.django_db
@KINDS
def test_offsets_count_code_points_so_that_none_lies_inside_a_character(kind: str) -> None:
    """The tower is one code point, two UTF-16 units; its accent is another one and may be parted from it."""
    work = with_an_scu(kind)
    client = signed_in(work.owner)
    text = (work.target.summary if work.target.kind == "match" else work.target.topic.summaries.get()).text
    assert (text[2:3], text[3:4], len(text)) == ("\U0001f5fc", "\u0301", 35)
    for number, (start, end) in enumerate(((2, 3), (9, 10), (0, 35)), start=1):
        assert send(client, work.target, group(spanned(work, start, end, number))).data["refused"] is None
    refused = send(client, work.target, group(spanned(work, 0, 36, 9))).data["refused"]
    assert refused["code"] == "out_of_text"
    check_sound(work)


@pytest.mark.django_db
@KINDS
@pytest.mark.parametrize("field", ["by", "at", "revision", "actor", "before", "after", "touched", "pyramid"])
def test_who_and_when_cannot_be_forged(kind: str, field: str) -> None:
    work = begun(kind)
    client = signed_in(work.owner)
    assert send(client, work.target, group({**work.sound(), field: work.manager.username})).status_code == 400
    told = {**group(work.sound()), field: work.manager.username}
    body = {"base": 0, "groups": [told], field: work.manager.username}
    client.post(edits_url(work.target), body, format="json")
    assert set(work.target.edits.values_list("actor__username", flat=True)) <= {work.owner.username}
    check_sound(work)


@pytest.mark.django_db
@KINDS
def test_the_same_again_and_in_another_order_is_applied_once(kind: str) -> None:
    work = begun(kind)
    client = signed_in(work.owner)
    sent = [group(work.sound()) for _ in range(3)]
    for order in (sent, sent[::-1], [sent[1]], sent):
        answer = send(client, work.target, *order, base=2**31 - 1)
        assert (answer.status_code, answer.data["refused"]) == (200, None)
        assert sorted(answer.data["applied"]) == sorted(one["group"] for one in order)
    assert (len(work.snapshots()), work.revision()) == (3, 3)
    assert send(client, work.target, *[sent[0]] * 2).status_code == 400
    check_sound(work)


@pytest.mark.django_db
@KINDS
def test_a_body_has_a_most_of_edits(kind: str) -> None:
    """Each is applied under the work's lock: a hundred thousand would hold it, and a worker, for hours."""
    work = make_work(kind)
    client = signed_in(work.owner)
    per, said = 100, f"groups: These are more than {MAX_EDITS:,} edits in all; send fewer at a time."
    many = [group(*[work.refused() for _ in range(per)]) for _ in range(MAX_EDITS // per + 1)]
    answer = send(client, work.target, *many)
    assert (answer.status_code, answer.data["detail"]) == (400, said)
    assert send(client, work.target, *[group(work.refused()) for _ in range(MAX_GROUPS + 1)]).status_code == 400
    assert send(client, work.target, *many[:-1]).status_code == 200
    assert Edit.objects.count() == 0
