"""Types of arrays and intervals."""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

Interval = tuple[float, float] | None
"""The lower and the upper end of a confidence interval; None if the interval is undefined."""

CONFIDENCE_LEVEL = 0.95
"""The confidence level of all intervals: 95 %."""
