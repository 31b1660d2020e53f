import type { Embedder } from "../retrieval/embed/embedder.ts";
import { openStaticEmbedder } from "../retrieval/embed/static/static_embedder.ts";
import { encodeStaticTable } from "../training/encode_static_table.ts";

/** Number of dimensions of the tables. */
export const TEST_DIMENSIONS = 16;

/** Words of a tiny table; pieces inside a word begin with "##". */
const WORDS = [
  ..."open close server the file self return def size grosse 検索 索語 поиск retry upload".split(
    " ",
  ),
  ..."send zebra queue alpha beta gamma delta class guide failed un ##known ##s".split(" "),
];

/** Options of a tiny table. */
export interface TestTable {
  /** Additional words. */
  readonly words?: readonly string[];
  /** Seed; another one makes another model of the same words. @default 1 */
  readonly seed?: number;
  /** Number of dimensions of a row. @default TEST_DIMENSIONS */
  readonly dimensions?: number;
}

/** Returns the bytes of a tiny table with a fixed vector for each of some words. */
export async function makeStaticTable(
  { words = [], seed = 1, dimensions = TEST_DIMENSIONS }: TestTable = {},
): Promise<Uint8Array> {
  const vectors = new Map([...WORDS, ...words].map((word) => {
    let state = seed;
    for (const unit of word) state = next(state ^ unit.codePointAt(0)!);
    return [word, Array.from({ length: dimensions }, () => (state = next(state)) / 2 ** 31)];
  }));
  return await encodeStaticTable({ name: "test", version: `${seed}`, vectors });
}

/** Opens an embedder over a tiny table. */
export async function openTestEmbedder(table: TestTable = {}): Promise<Embedder> {
  const path = Deno.makeTempFileSync({ suffix: ".bin" });
  try {
    Deno.writeFileSync(path, await makeStaticTable(table));
    return openStaticEmbedder(path);
  } finally {
    Deno.removeSync(path);
  }
}

/** Returns the next number of a fixed sequence: 32 bits, signed (xorshift; Marsaglia 2003). */
function next(state: number): number {
  let value = Math.imul(state, 0x9e3779b1) | 1;
  value ^= value << 13;
  value ^= value >>> 17;
  return value ^ (value << 5);
}
