"""Powers with the same bits everywhere: only + - * /, sqrt and exact scaling by powers of two.

The mathematics library of a platform, and numpy's own kernels, give different last bits of `pow`,
`log` and `exp` on different processors; a schedule must not.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]

_LN2 = 0.6931471805599453
_SQRT_HALF = 0.7071067811865476
# Terms until the next one is below half a unit in the last place of the largest argument.
_LOG_TERMS = 13
_EXP_TERMS = 16
MAX_WHOLE_POWER = 64


def power(base: Vector, exponent: float | Vector) -> Vector:
    """Raise numbers from 0 up to a power.

    Whole and half exponents up to 64 are products and square roots; others go through our own
    logarithm and exponential, with a relative error of a few 1e-16 times the result's logarithm.
    0 to a negative power is infinity, and 0 to the power 0 is 1.
    """
    base = np.asarray(base, dtype=np.float64)
    if np.ndim(exponent) == 0:
        doubled = 2.0 * float(exponent)
        if doubled.is_integer() and abs(doubled) <= 2 * MAX_WHOLE_POWER:
            return _half_power(base, int(doubled))
    return _general_power(base, np.broadcast_to(np.asarray(exponent, np.float64), base.shape))


def _half_power(base: Vector, doubled: int) -> Vector:
    """``base ** (doubled / 2)`` by repeated squaring."""
    with np.errstate(divide="ignore"):
        if doubled < 0:
            result: Vector = 1.0 / _half_power(base, -doubled)
            return result
        result = np.sqrt(base) if doubled % 2 else np.ones_like(base)
        square, left = base, doubled // 2
        while left:
            if left % 2:
                result = result * square
            square = square * square
            left //= 2
        return result


def _general_power(base: Vector, exponent: Vector) -> Vector:
    positive = base > 0.0
    log = _log2(np.where(positive, base, 1.0))
    value = _exp2(np.clip(exponent * log, -1100.0, 1100.0))
    at_zero = np.where(exponent > 0.0, 0.0, np.where(exponent < 0.0, np.inf, 1.0))
    return np.where(positive, value, at_zero)


def _log2(x: Vector) -> Vector:
    """Logarithm to base 2: log(m) = 2 atanh((m - 1) / (m + 1)) on [sqrt(1/2), sqrt(2))."""
    mantissa, exponent = np.frexp(x)
    small = mantissa < _SQRT_HALF
    mantissa = np.where(small, 2.0 * mantissa, mantissa)
    whole = exponent - small
    ratio = (mantissa - 1.0) / (mantissa + 1.0)
    square = ratio * ratio
    total = np.zeros_like(ratio)
    for term in range(_LOG_TERMS - 1, -1, -1):
        total = total * square + 1.0 / (2 * term + 1)
    return np.asarray(whole + 2.0 * ratio * total / _LN2)


def _exp2(x: Vector) -> Vector:
    """2 to the power x, by the series of exp on [-ln(2)/2, ln(2)/2]."""
    whole = np.rint(x)
    rest = (x - whole) * _LN2
    total = np.zeros_like(rest)
    for term in range(_EXP_TERMS, 0, -1):
        total = (total + 1.0) * rest / term
    return np.ldexp(total + 1.0, whole.astype(np.int64))
