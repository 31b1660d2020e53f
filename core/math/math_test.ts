import assert from "node:assert/strict";
import fc from "fast-check";
import { exp, log, log2, pow } from "./mod.ts";

// Exact values are computed with integers, as fractions with this power of 2 as denominator.
const PLACES = 400n;
const ONE = 1n << PLACES;

/** Returns a number as an exact fraction, if it has no bit below the unit of the fraction. */
function toFraction(x: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const exponent = bits >> 52n & 0x7ffn;
  const digits = (bits & (1n << 52n) - 1n) + (exponent === 0n ? 0n : 1n << 52n);
  const shift = PLACES - 1075n + (exponent === 0n ? 1n : exponent);
  const size = shift < 0n ? digits >> -shift : digits << shift;
  return x < 0 ? -size : size;
}

/**
 * Returns the inverse hyperbolic tangent of a fraction by its series; it is half of a logarithm.
 */
function atanh(z: bigint): bigint {
  let sum = 0n;
  let power = z;
  for (let n = 1n; power !== 0n; n += 2n) {
    sum += power / n;
    power = power * z / ONE * z / ONE;
  }
  return sum;
}

const LN2 = 2n * atanh(ONE / 3n);

/** Returns the logarithm of a number, from 1e-100 to 1e100, as a fraction. */
function exactLog(x: number): bigint {
  let exponent = 0n;
  let rest = toFraction(x);
  for (; rest > 3n * ONE / 2n; rest /= 2n) exponent++;
  for (; rest < 3n * ONE / 4n; rest *= 2n) exponent--;
  return exponent * LN2 + 2n * atanh((rest - ONE) * ONE / (rest + ONE));
}

/**
 * Returns the error of a result relative to e to the power of a fraction, in units of the last
 * place.
 */
function errorOfExp(result: number, x: bigint): number {
  // It may have too few or too many digits for a fraction, so both are divided by a power of two.
  const exponent = x / LN2;
  const rest = x - exponent * LN2;
  let sum = 0n;
  let term = ONE;
  for (let n = 1n; term !== 0n; n++) {
    sum += term;
    term = term * rest / ONE / n;
  }
  return errorOf(result / 2 ** Number(exponent), sum);
}

/** Returns the error of a result in units of its last place. */
function errorOf(result: number, exact: bigint): number {
  const off = toFraction(result) - exact;
  const size = exact < 0n ? -exact : exact;
  const unit = 1n << BigInt(size.toString(2).length - 53);
  return Math.abs(Number(off * 1000n / unit)) / 1000;
}

const RUNS = { numRuns: 500 };

Deno.test("log() returns known values", () => {
  const known = [[1, 0], [2, 0.6931471805599453], [10, 2.302585092994046], [0, -Infinity]];
  const small = [[Infinity, Infinity], [-1, NaN], [NaN, NaN], [5e-324, -744.4400719213812]];
  for (const [x, y] of [...known, ...small]) assert.equal(log(x!), y);
});

Deno.test("log() has an error of less than one unit in the last place", () => {
  const numbers = fc.oneof(
    fc.double({ min: 1e-60, max: 1e60, noNaN: true }),
    fc.double({ min: 0.5, max: 40, noNaN: true }),
    fc.integer({ min: 1, max: 100_000 }),
  );
  fc.assert(
    fc.property(numbers, (x) => x === 1 || errorOf(log(x), exactLog(x)) < 1),
    RUNS,
  );
});

Deno.test("log2() is exact for powers of two, and has an error of less than two units for others", () => {
  for (let exponent = -1074; exponent < 1024; exponent++) {
    assert.equal(log2(2 ** exponent), exponent);
  }
  assert.equal(log2(10), 3.321928094887362);
  const numbers = fc.double({ min: 1e-60, max: 1e60, noNaN: true });
  fc.assert(
    fc.property(numbers, (x) => x === 1 || errorOf(log2(x), exactLog(x) * ONE / LN2) < 2),
    RUNS,
  );
});

Deno.test("exp() returns known values", () => {
  const known = [[0, 1], [-0, 1], [0.5, 1.6487212707001282], [-1, 0.36787944117144233], [
    10,
    22026.465794806718,
  ]];
  const large = [[710, Infinity], [Infinity, Infinity], [-746, 0], [-Infinity, 0], [NaN, NaN]];
  const longest = [[709, 8.218407461554972e307], [-745.1332191019411, 5e-324]];
  for (const [x, y] of [...known, ...large, ...longest]) assert.equal(exp(x!), y);
});

Deno.test("exp() has an error of less than one unit in the last place", () => {
  const numbers = fc.oneof(
    fc.double({ min: -700, max: 700, noNaN: true }),
    fc.double({ min: -2, max: 2, noNaN: true }),
  );
  fc.assert(
    fc.property(numbers, (x) => {
      if (Math.abs(x) < 1e-100) return exp(x) === 1;
      return errorOfExp(exp(x), toFraction(x)) < 1;
    }),
    RUNS,
  );
});

Deno.test("pow() multiplies for an integer exponent, and uses the logarithm for others", () => {
  const exact = [[2, 10, 1024], [2, -2, 0.25], [-3, 3, -27], [0, 0, 1], [0, 2, 0], [0.5, 1, 0.5]];
  const others = [[0, 0.5, 0], [0, -0.5, Infinity], [-1, 0.5, NaN], [1, 1.5, 1], [9, 0.5, 3]];
  for (const [base, exponent, result] of [...exact, ...others]) {
    assert.equal(pow(base!, exponent!), result);
  }
  const bases = fc.double({ min: 1e-3, max: 1e4, noNaN: true });
  const exponents = fc.double({ min: -5, max: 5, noNaN: true });
  fc.assert(
    fc.property(bases, exponents, (base, exponent) => {
      if (base === 1 || Math.abs(exponent) < 1e-100) return true;
      const logarithm = toFraction(exponent) * exactLog(base) / ONE;
      const bound = 2 + 2 * Math.abs(Number(logarithm * 1000n / ONE) / 1000);
      return errorOfExp(pow(base, exponent), logarithm) < bound;
    }),
    RUNS,
  );
});
