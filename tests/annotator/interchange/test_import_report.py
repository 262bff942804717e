"""What an import says of itself."""

from datetime import UTC, datetime

from annotator.duc.documents import Repair
from annotator.interchange.duc.report import DucFile, ImportReport


def test_what_differs_only_in_places_and_quotes_is_one_line() -> None:
    report = ImportReport(files=2, topics=1)
    a, b = (DucFile(name, None, datetime.now(UTC), report) for name in ("a.pyr", "b.pan"))
    for number in (1, 20):
        a.add_repair(Repair(number, f"part {number}-{number + 4} was {number} off its label “dam {number}”"))
        b.add_note(f"part [{number}, {number + 5}) of M{number} was re-anchored to [3, 8)", number)
    b.add_repair(Repair(3, "part 7-9 was 4 off its label “x”"))
    b.add_repair(Repair(4, "the SCU had no label"))
    b.add_repair(Repair(5, "two contributors of summary M1 were joined", (2, 1)))
    b.add_repair(Repair(6, "two contributors of summary M1 were joined", (2, 1)))
    assert report.grouped_lines() == [
        "3 times in 2 files: part … was … off its label “…”",
        "2 times in b.pan: part … of … was re-anchored to …",
        "b.pan: uid 4: the SCU had no label",
        "b.pan: uid 5: two contributors of summary M1 were joined (weight 2 in the file, 1 here)",
        "b.pan: uid 6: two contributors of summary M1 were joined (weight 2 in the file, 1 here)",
    ]
    assert report.counts_in_words.startswith("2 files, 1 topic, 0 models")
