/**
 * Encoding of lists of ascending numbers as bytes. Each number is written as its distance to the
 * previous one (the first to -1) minus one, with seven bits per byte, lowest bits first.
 *
 * @module
 */

/**
 * Returns the bytes of `numbers`, to be appended to the bytes of a list that ends with `last`.
 *
 * @param numbers Whole numbers above `last` in strictly ascending order, below 2 to the 31st.
 * @param last Last number of the existing list; -1 for an empty list.
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

/** Returns the numbers of an encoded list. */
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
