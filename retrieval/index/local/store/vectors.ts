import { checksum, RetrievalError } from "../../../machine/mod.ts";
import { checkRow } from "./check_row.ts";
import type { Store } from "./open_store.ts";
import { decodeVectorRows, encodeVectorRows, SCALE_BYTES, type VectorRows } from "./vector_rows.ts";

/**
 * Number of chunks in a block. Of 100,000 vectors of 256 bytes, blocks of 256 were read in 39 ms,
 * blocks of 1,024 in 60 ms, and single rows in 189 ms.
 */
export const VECTOR_BLOCK_ROWS = 256;

/** Location of a block. */
export interface VectorBlockId {
  readonly segment: number;
  /**
   * Number of the block in its segment. Its first chunk is this number times
   * {@link VECTOR_BLOCK_ROWS}.
   */
  readonly block: number;
}

/** Vectors of consecutive chunks of a segment. */
export interface VectorBlock extends VectorBlockId, VectorRows {}

const SELECT = "SELECT data, sum FROM vectors WHERE segment = ? AND block = ?";
const SELECT_SEGMENT = "SELECT block, data, sum FROM vectors WHERE segment = ? ORDER BY block";
const SELECT_SOME = `SELECT block, data, sum FROM vectors
  WHERE segment = ? AND block IN (SELECT value FROM json_each(?)) ORDER BY block`;
const SELECT_SCALES =
  "SELECT block, substr(data, 1, ?) FROM vectors WHERE segment = ? ORDER BY block";
const SELECT_ANY = "SELECT 1 FROM vectors LIMIT 1";
const UPSERT = `INSERT INTO vectors (segment, block, data, sum) VALUES (?, ?, ?, ?)
  ON CONFLICT (segment, block) DO UPDATE SET data = excluded.data, sum = excluded.sum`;

/** Returns the number of chunks in a block of a segment with `chunkCount` chunks. */
export function vectorBlockRows(block: number, chunkCount: number): number {
  return Math.min(VECTOR_BLOCK_ROWS, chunkCount - block * VECTOR_BLOCK_ROWS);
}

/**
 * Returns a block of a segment with `chunkCount` chunks; undefined when none of its chunks has a
 * vector.
 */
export function findVectorBlock(
  store: Store,
  { segment, block }: VectorBlockId,
  chunkCount: number,
): VectorBlock | undefined {
  const row = store.findRow<[Uint8Array, number]>(SELECT, segment, block);
  return row && toBlock({ segment, block }, row, chunkCount);
}

/**
 * Yields the blocks of a segment with `chunkCount` chunks in order. Each is valid until the next
 * iteration.
 *
 * @param blocks Numbers of the blocks. @default all blocks
 */
export function* iterateVectorBlocks(
  store: Store,
  segment: number,
  { chunkCount, blocks }: {
    readonly chunkCount: number;
    readonly blocks?: readonly number[] | undefined;
  },
): Generator<VectorBlock> {
  const rows = blocks === undefined
    ? store.statement(SELECT_SEGMENT).iterate(segment)
    : store.statement(SELECT_SOME).iterate(segment, JSON.stringify(blocks));
  type Row = [number, Uint8Array<ArrayBuffer>, number];
  for (const [block, data, sum] of rows as unknown as Iterable<Row>) {
    yield toBlock({ segment, block }, [data, sum], chunkCount);
    // Frees the memory, so that the next block reuses it: new memory for each of 391 blocks took 10
    // of 18 ms, and 25 MB until the next garbage collection.
    data.buffer.transfer(0);
  }
}

function toBlock(
  blockId: VectorBlockId,
  [data, sum]: readonly [data: Uint8Array, sum: number],
  chunkCount: number,
): VectorBlock {
  const { segment, block } = blockId;
  checkRow(`the vectors of block ${block} of segment ${segment}`, sum, segment, block, data);
  const rows = decodeVectorRows(data, vectorBlockRows(blockId.block, chunkCount));
  if (rows === undefined) throw damagedError(blockId);
  return { ...blockId, ...rows };
}

function damagedError({ segment, block }: VectorBlockId): RetrievalError {
  return new RetrievalError(
    "index-damaged",
    `Cannot read the vectors of block ${block} of segment ${segment}`,
  );
}

/** Returns true when a chunk has a vector. */
export function hasVectors(store: Store): boolean {
  return store.findRow(SELECT_ANY) !== undefined;
}

/**
 * Returns the scale of each of a segment's `chunkCount` chunks; NaN where a chunk has no vector.
 *
 * @throws {RetrievalError} `index-damaged` when a block is cut short.
 */
export function listVectorScales(store: Store, segment: number, chunkCount: number): Float32Array {
  const scales = new Float32Array(chunkCount).fill(NaN);
  const length = VECTOR_BLOCK_ROWS * SCALE_BYTES;
  for (
    const [block, bytes] of store.listRows<[number, Uint8Array]>(SELECT_SCALES, length, segment)
  ) {
    const count = vectorBlockRows(block, chunkCount);
    if (count < 1 || bytes.length < count * SCALE_BYTES) throw damagedError({ segment, block });
    scales.set(
      new Float32Array(bytes.slice(0, count * SCALE_BYTES).buffer),
      block * VECTOR_BLOCK_ROWS,
    );
  }
  return scales;
}

/** Writes a block, replacing the one at the same location. */
export function writeVectorBlock(store: Store, rows: VectorBlock): void {
  writeEncodedBlock(store, rows, encodeVectorRows(rows));
}

/** Writes a block in the encoding of another index. */
export function writeEncodedBlock(
  store: Store,
  { segment, block }: VectorBlockId,
  data: Uint8Array,
): void {
  store.statement(UPSERT).run(segment, block, data, checksum(segment, block, data));
}
