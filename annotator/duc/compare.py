"""Compares two pyramids. U+FFFD matches any character, because an encoding lost the original one."""

from annotator.duc.documents import PyramidDocument, Scu

_LOST = "\ufffd"


def same_text(a: str, b: str) -> bool:
    """Whether two texts are equal character by character, U+FFFD in either matching any."""
    if a == b:
        return True
    if len(a) != len(b) or (_LOST not in a and _LOST not in b):
        return False
    return all(x in (y, _LOST) or y == _LOST for x, y in zip(a, b, strict=True))


def same_pyramid(a: PyramidDocument, b: PyramidDocument) -> bool:
    """Whether two pyramids have the same texts, models and SCUs in the same order; the regex does not matter."""
    if a is b:
        return True
    bounds_a, bounds_b = ([(model.start, model.end) for model in document.models] for document in (a, b))
    return (
        bounds_a == bounds_b
        and len(a.scus) == len(b.scus)
        and same_text(a.text, b.text)
        and all(_same_scu(x, y) for x, y in zip(a.scus, b.scus, strict=True))
    )


def differing_uids(a: PyramidDocument, b: PyramidDocument) -> tuple[int, ...]:
    """Uids, ascending, of the SCUs that differ or that only one of two pyramids of the same text has.

    The order of contributors and parts matters, that of the SCUs does not.
    """
    scus_a, scus_b = ({scu.uid: scu for scu in document.scus} for document in (a, b))
    shared = {uid for uid in scus_a.keys() & scus_b.keys() if _same_scu(scus_a[uid], scus_b[uid])}
    return tuple(sorted((scus_a.keys() | scus_b.keys()) - shared))


def _same_scu(a: Scu, b: Scu) -> bool:
    if a == b:
        return True
    return (
        a.uid == b.uid
        and same_text(a.label, b.label)
        and same_text(a.comment, b.comment)
        and len(a.contributors) == len(b.contributors)
        and all(
            same_text(x.comment, y.comment)
            and [(part.start, part.end) for part in x.parts] == [(part.start, part.end) for part in y.parts]
            for x, y in zip(a.contributors, b.contributors, strict=True)
        )
    )
