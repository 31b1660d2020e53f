/**
 * Natural logarithm of 2 as the sum of two numbers. The low bits of the higher one are zero, so
 * that its product with any exponent is exact.
 */
const LN2_HIGH = 6.93147180369123816490e-1;
const LN2_LOW = 1.90821492927058770002e-10;

// log((1 + s) / (1 - s)) - 2 s = s * (LG1 s^2 + LG2 s^4 + ...): a Remez polynomial with an error of
// at most 2^-58.45.
const LG1 = 6.666666666666735130e-1;
const LG2 = 3.999999999940941908e-1;
const LG3 = 2.857142874366239149e-1;
const LG4 = 2.222219843214978396e-1;
const LG5 = 1.818357216161805012e-1;
const LG6 = 1.531383769920937332e-1;
const LG7 = 1.479819860511658591e-1;

/** Upper 32 bits of 1 and of the square root of 1/2. */
const ONE = 0x3ff00000;
const SQRT_HALF = 0x3fe6a09e;

/** Smallest normal number: smaller ones have fewer bits and are scaled up first. */
const MIN_NORMAL = 2.2250738585072014e-308;
const SCALE_EXPONENT = 54;
const SCALE = 18_014_398_509_481_984;

const BITS = new DataView(new ArrayBuffer(8));

/**
 * Returns the natural logarithm of a number, with an error of less than one unit in the last place;
 * NaN below 0.
 *
 * The algorithm is from Sun's fdlibm (`e_log.c`, 1993), as shortened in musl 1.1.
 */
export function log(x: number): number {
  return withParts(x, combineNatural);
}

/**
 * Returns the logarithm to base 2, with an error of less than two units in the last place; exact
 * for powers of two.
 */
export function log2(x: number): number {
  return withParts(x, combineBinary);
}

function combineNatural(exponent: number, f: number): number {
  const halfSquare = 0.5 * f * f;
  const s = f / (2 + f);
  return s * (halfSquare + sumSeries(s * s)) + exponent * LN2_LOW - halfSquare + f +
    exponent * LN2_HIGH;
}

function combineBinary(exponent: number, f: number): number {
  return exponent + combineNatural(0, f) / Math.LN2;
}

/**
 * Calls a function with the parts of a number, which is `2 ** exponent * (1 + f)` with f from -.3
 * to .42.
 */
function withParts(x: number, combine: (exponent: number, f: number) => number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return x;
  const isSmall = x < MIN_NORMAL;
  BITS.setFloat64(0, isSmall ? x * SCALE : x);
  const high = BITS.getInt32(0) + ONE - SQRT_HALF;
  BITS.setInt32(0, (high & 0x000fffff) + SQRT_HALF);
  const exponent = (high >> 20) - 0x3ff - (isSmall ? SCALE_EXPONENT : 0);
  return combine(exponent, BITS.getFloat64(0) - 1);
}

/** Returns the rest of the series for the square of s. */
function sumSeries(z: number): number {
  const w = z * z;
  const even = w * (LG2 + w * (LG4 + w * LG6));
  return even + z * (LG1 + w * (LG3 + w * (LG5 + w * LG7)));
}
