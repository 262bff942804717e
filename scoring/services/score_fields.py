"""Scores as the plain fields that JSON and tables hold: one place, so that page, API and files never differ."""

from scoring.core.pyramid_scores import PyramidScores, Score

KINDS = ("original", "modified", "recall")
"""The scores of a peer, in the order in which they are shown."""


def score_field(score: Score) -> dict[str, float | None]:
    """``{"score", "x", "max"}``; null where there is none."""
    return {"score": score.score, "x": score.x, "max": score.max}


def count_fields(scores: PyramidScores) -> dict[str, float]:
    """What the scores were counted from."""
    return {
        "models": scores.models,
        "pyramid_scus": scores.pyramid_scus,
        "matched_scus": scores.matched_scus,
        "repeated": scores.repeated,
        "non_matching": scores.non_matching,
        "weight_sum": scores.weight_sum,
    }


def score_fields(scores: PyramidScores) -> dict[str, dict[str, float | None]]:
    """The three scores by name."""
    return {kind: score_field(getattr(scores, kind)) for kind in KINDS}


def flat_score_fields(scores: PyramidScores) -> dict[str, float | None]:
    """``original, original_x, original_max, modified, ...``: one column each."""
    flat: dict[str, float | None] = {}
    for kind in KINDS:
        score: Score = getattr(scores, kind)
        flat |= {kind: score.score, f"{kind}_x": score.x, f"{kind}_max": score.max}
    return flat


def undefined_warnings(scores: PyramidScores) -> list[str]:
    """A sentence for each score that is null; one for all where all are for the same reason."""
    reasons: dict[str, list[str]] = {}
    for kind in KINDS:
        score: Score = getattr(scores, kind)
        if score.reason is not None:
            reasons.setdefault(score.reason.value, []).append(kind)
    return [f"No {' or '.join(kinds)} score: {reason}" for reason, kinds in reasons.items()]
