/**
 * Returns the indexes of the `limit` highest positive scores, and of all further ones that equal the
 * lowest of these, in index order: who of equals is taken is for the caller to say.
 *
 * @param scores One score an index; 0 is no candidate.
 * @param limit How many to take, at least 1.
 * @param allowed One byte an index: 0 where the index may not be taken. All may without it.
 *
 * @example
 * ```ts
 * import { selectBest } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(selectBest(Float64Array.of(2, 0, 5, 2, 1), 2), [0, 2, 3]);
 * ```
 */
export function selectBest(scores: Float64Array, limit: number, allowed?: Uint8Array): number[] {
  // A heap of the best scores so far, the lowest of them on top.
  const heap = new Float64Array(Math.min(limit, scores.length));
  // What was among the best when it came by: few more than the best, and a second walk is saved.
  const seen: number[] = [];
  let size = 0;
  let lowest = Number.MIN_VALUE;
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i]!;
    if (score < lowest) continue;
    if (allowed !== undefined && allowed[i] === 0) continue;
    if (size < heap.length) siftUp(heap, size++, score);
    else siftDown(heap, score);
    if (size === heap.length) lowest = heap[0]!;
    seen.push(i);
  }
  return seen.filter((i) => scores[i]! >= lowest);
}

/** Adds `value` to a heap that holds `size` values. */
function siftUp(heap: Float64Array, size: number, value: number): void {
  let child = size;
  while (child > 0) {
    const parent = (child - 1) >>> 1;
    if (heap[parent]! <= value) break;
    heap[child] = heap[parent]!;
    child = parent;
  }
  heap[child] = value;
}

/** Puts `value` into a full heap in place of its lowest value. */
function siftDown(heap: Float64Array, value: number): void {
  let parent = 0;
  for (;;) {
    let child = 2 * parent + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && heap[child + 1]! < heap[child]!) child++;
    if (heap[child]! >= value) break;
    heap[parent] = heap[child]!;
    parent = child;
  }
  heap[parent] = value;
}
