"""Types of arrays and intervals."""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

Interval = tuple[float, float] | None
"""The ends of an interval; None for an undefined interval."""

CONFIDENCE_LEVEL = 0.95
"""The confidence level of all intervals."""
