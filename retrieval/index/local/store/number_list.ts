/**
 * How a list of rising numbers is written as bytes: each as the distance to the number before (the
 * first to -1) less one, seven bits a byte and the lowest first.
 *
 * @module
 */

/**
 * Returns the bytes of `numbers`, to be put behind those of a list that ends with `last`.
 *
 * @param numbers Whole numbers above `last`, each above the one before, below 2 to the 31st.
 * @param last The number before the first; -1 when there is none.
 */
export function encodeNumbers(numbers: readonly number[], last: number): Uint8Array {
  const bytes: number[] = [];
  let before = last;
  for (const number of numbers) {
    let distance = number - before - 1;
    before = number;
    while (distance > 0x7f) {
      bytes.push((distance & 0x7f) | 0x80);
      distance >>>= 7;
    }
    bytes.push(distance);
  }
  return Uint8Array.from(bytes);
}

/** Returns the numbers that `bytes` are the list of. */
export function decodeNumbers(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  let number = -1;
  let offset = 0;
  while (offset < bytes.length) {
    let byte = bytes[offset++]!;
    let distance = byte & 0x7f;
    for (let shift = 7; byte > 0x7f && offset < bytes.length; shift += 7) {
      byte = bytes[offset++]!;
      distance |= (byte & 0x7f) << shift;
    }
    number += distance + 1;
    numbers.push(number);
  }
  return numbers;
}
