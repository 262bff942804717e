"""What `make chaos` would notice: an audit that finds nothing is worth something only if it can find."""

from typing import Any

import pytest

from annotator.pyramids.models import Scu, pyramids
from chaos import audit
from tests.annotator.work.twin import Twin, pyramid_twin
from tests.factories import EDIT_IDS, GROUP_IDS, SCU_IDS, client_id

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Locks are the whole server's, which other tests use too."""
    monkeypatch.setattr(audit, "_leftovers", list)


def group(number: int) -> dict[str, Any]:
    """A group that makes an SCU and says something of it."""
    scu, first, second = (
        client_id(SCU_IDS, number),
        client_id(EDIT_IDS, 2 * number),
        client_id(EDIT_IDS, 2 * number + 1),
    )
    edits = [
        {"id": first, "verb": "create_scu", "scu": scu, "label": "one"},
        {"id": second, "verb": "comment_scu", "scu": scu, "comment": "two", "was": ""},
    ]
    return {"group": client_id(GROUP_IDS, number), "edits": edits}


@pytest.fixture
def twin() -> Twin:
    """A pyramid with the groups 1 and 2."""
    twin = pyramid_twin()
    twin.send([group(1), group(2)])
    return twin


def found(twin: Twin, *sent: tuple[int, str]) -> str:
    """What the audit says if these groups were sent, and got these answers."""
    work = twin.target.pk
    return " ".join(
        audit.audit([{**group(number), "state": state, "who": "ann", "work": work} for number, state in sent])
    )


def test_what_is_as_it_was_answered_is_not_told(twin: Twin) -> None:
    assert found(twin, (1, "acknowledged"), (2, "pending"), (3, "pending"), (4, "refused")) == ""


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ([(1, "acknowledged"), (2, "acknowledged"), (3, "acknowledged")], "(acknowledged) is lost."),
        ([(1, "acknowledged"), (2, "refused")], "(refused) was applied."),
        ([(2, "acknowledged"), (1, "acknowledged")], "was applied before an earlier one."),
        ([(1, "acknowledged")], "which nobody sent."),
    ],
)
def test_what_is_not_is_told(twin: Twin, sent: list[tuple[int, str]], said: str) -> None:
    assert said in found(twin, *sent)


def test_half_a_group_is_reported(twin: Twin) -> None:
    whole = group(3)
    twin.send([{**whole, "edits": whole["edits"][:1]}])
    said = found(twin, (1, "acknowledged"), (2, "acknowledged"), (3, "pending"))
    assert "(pending) differs in the log: 1 of 2 edits." in said


def test_rows_that_the_log_does_not_say_are_told(twin: Twin) -> None:
    Scu.objects.filter(uuid=client_id(SCU_IDS, 2)).update(label="another")
    pyramids().update(revision=7)
    said = found(twin, (1, "acknowledged"), (2, "acknowledged"))
    assert f"Its rows are not what its log says: {client_id(SCU_IDS, 2)}." in said
    assert "It is at revision 7, but its log ends at 4." in said
