"""Finds out whether the annotator of a ``.pan`` file marked text that matches no SCU."""

from collections.abc import Iterable

from annotator.duc.documents import Contributor, Scu

NON_MATCHING_UID = 0
"""The uid under which DUCView lists the units that match no SCU."""


def marks_non_matching(text: str, scus: Iterable[Scu]) -> bool:
    """Whether a peer's text has a non-matching unit other than one that contains the whole peer."""
    units = (unit for scu in scus if scu.uid == NON_MATCHING_UID for unit in scu.contributors)
    return not all(_contains_whole(unit, text) for unit in units)


def _contains_whole(contributor: Contributor, text: str) -> bool:
    """Whether no letter or digit of the text is outside the contributor's parts."""
    return not any(character.isalnum() for gap in _gaps(contributor, len(text)) for character in text[slice(*gap)])


def _gaps(contributor: Contributor, length: int) -> Iterable[tuple[int, int]]:
    """The spans of a text of this length that are outside the contributor's parts; some are empty."""
    end = 0
    for part in sorted(contributor.parts, key=lambda part: part.start):
        yield end, part.start
        end = max(end, part.end)
    yield end, length
