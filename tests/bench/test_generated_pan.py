"""The files that the bench scores are like real ones."""

from annotator.duc.pan_xml import read_pan
from bench.generated_pan import MATCHES, SCUS, pan_text


def test_a_generated_file_is_read_without_a_repair() -> None:
    reading = read_pan(pan_text(1).encode())
    assert reading.repairs == ()
    assert (len(reading.document.pyramid.scus), len(reading.document.pyramid.models)) == (SCUS, 4)
    assert sum(bool(scu.contributors) for scu in reading.document.scus if scu.uid) == MATCHES


def test_a_generated_file_has_the_size_that_the_budget_speaks_of() -> None:
    assert 40_000 < len(pan_text(2).encode()) < 60_000


def test_the_same_seed_gives_the_same_file() -> None:
    assert pan_text(3) == pan_text(3) != pan_text(4)
