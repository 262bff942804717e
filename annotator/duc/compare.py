"""Compares two pyramids. U+FFFD, which replaces a character lost by a wrong encoding, is equal to any character."""

from annotator.duc.documents import PyramidDocument, Scu

_REPLACEMENT = "\ufffd"


def is_same_text(a: str, b: str) -> bool:
    """Whether two texts are equal, where U+FFFD in either equals any single character in the other."""
    if a == b:
        return True
    if len(a) != len(b) or (_REPLACEMENT not in a and _REPLACEMENT not in b):
        return False
    return all(x in (y, _REPLACEMENT) or y == _REPLACEMENT for x, y in zip(a, b, strict=True))


def is_same_pyramid(a: PyramidDocument, b: PyramidDocument) -> bool:
    """Whether two pyramids have the same text, models and SCUs in the same order; their regexes may differ."""
    if a is b:
        return True
    bounds_a, bounds_b = ([(model.start, model.end) for model in document.models] for document in (a, b))
    return (
        bounds_a == bounds_b
        and len(a.scus) == len(b.scus)
        and is_same_text(a.text, b.text)
        and all(_is_same_scu(x, y) for x, y in zip(a.scus, b.scus, strict=True))
    )


def differing_uids(a: PyramidDocument, b: PyramidDocument) -> tuple[int, ...]:
    """The uids, ascending, of SCUs that differ between two pyramids of the same text or are in only one of them. The
    order of contributors and parts matters; the order of SCUs does not.
    """
    scus_a, scus_b = ({scu.uid: scu for scu in document.scus} for document in (a, b))
    equal_uids = {uid for uid in scus_a.keys() & scus_b.keys() if _is_same_scu(scus_a[uid], scus_b[uid])}
    return tuple(sorted((scus_a.keys() | scus_b.keys()) - equal_uids))


def _is_same_scu(a: Scu, b: Scu) -> bool:
    if a == b:
        return True
    return (
        a.uid == b.uid
        and is_same_text(a.label, b.label)
        and is_same_text(a.comment, b.comment)
        and len(a.contributors) == len(b.contributors)
        and all(
            is_same_text(x.comment, y.comment)
            and [(part.start, part.end) for part in x.parts] == [(part.start, part.end) for part in y.parts]
            for x, y in zip(a.contributors, b.contributors, strict=True)
        )
    )
