"""Types of arrays, intervals, and the confidence level that all intervals have unless asked otherwise."""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

Interval = tuple[float, float] | None
"""The ends of an interval; None where there is none."""

LEVEL = 0.95
