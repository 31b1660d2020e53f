import { log } from "./log.ts";

/**
 * Natural logarithm of 2 as the sum of two numbers. The low bits of the higher one are zero, so
 * that its product with any exponent is exact.
 */
const LN2_HIGH = 6.93147180369123816490e-1;
const LN2_LOW = 1.90821492927058770002e-10;

// x * (exp(x) + 1) / (exp(x) - 1) - 2 = P1 x^2 + P2 x^4 + ...: a Remez polynomial with an error of
// at most 2^-59.
const P1 = 1.66666666666666019037e-1;
const P2 = -2.77777777770155933842e-3;
const P3 = 6.61375632143793436117e-5;
const P4 = -1.65339022054652515390e-6;
const P5 = 4.13813679705723846039e-8;

/**
 * Input above which the result exceeds the largest number, and input below which the result is 0.
 */
const MAX_INPUT = 709.782712893383973096;
const MIN_INPUT = -745.13321910194110842;

const BITS = new DataView(new ArrayBuffer(8));

/**
 * Returns e to the power of a number, with an error of less than one unit in the last place.
 *
 * The algorithm is from Sun's fdlibm (`e_exp.c`, 1993).
 */
export function exp(x: number): number {
  if (!(x <= MAX_INPUT)) return x > MAX_INPUT ? Infinity : NaN;
  if (x < MIN_INPUT) return 0;
  // x = k * ln 2 + rest, where the rest is at most half of ln 2 and is kept as two numbers.
  const k = Math.trunc(Math.LOG2E * x + (x < 0 ? -0.5 : 0.5));
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const rest = high - low;
  const square = rest * rest;
  const c = rest - square * (P1 + square * (P2 + square * (P3 + square * (P4 + square * P5))));
  const y = 1 + (rest * c / (2 - c) - low + high);
  if (k === 0) return y;
  // In two steps, as 2 ** k may be too large or too small for a normal number.
  const half = k >> 1;
  return y * powerOfTwo(half) * powerOfTwo(k - half);
}

/** Returns 2 to the power of an integer from -1022 to 1023. */
function powerOfTwo(exponent: number): number {
  BITS.setInt32(0, 0x3ff + exponent << 20);
  return BITS.getFloat64(0);
}

/**
 * Maximum number of factors that are multiplied: with more, their rounding errors would add up to
 * more than the error of the logarithm.
 */
const MAX_FACTORS = 1024;

/**
 * Returns `base` to the power of `exponent`. An integer exponent is computed by multiplication,
 * which is exact when the result has few bits. Other exponents, for a base of at least 0, use the
 * logarithm; the error is about as many units in the last place as the logarithm of the result.
 */
export function pow(base: number, exponent: number): number {
  if (!Number.isInteger(exponent) || Math.abs(exponent) > MAX_FACTORS) {
    return exp(exponent * log(base));
  }
  let result = 1;
  let square = base;
  for (let rest = Math.abs(exponent); rest > 0; rest >>= 1) {
    if ((rest & 1) === 1) result *= square;
    square *= square;
  }
  return exponent < 0 ? 1 / result : result;
}
