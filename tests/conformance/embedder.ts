import assert from "node:assert/strict";
import type { Embedder } from "../../retrieval/embed/embedder.ts";

/** Creates the embedder under test; with `other`, one of the same kind with another model. */
export type OpenEmbedder = (options?: { readonly other: boolean }) => Promise<Embedder>;

/** Tolerances of the suite, for models whose sums depend on the batches of texts. */
export interface EmbedderTolerance {
  /** Maximum difference of numbers in two rows of the same text. @default 0 */
  readonly difference?: number;
  /** Characters of the huge text. @default 1_000_000 */
  readonly hugeLength?: number;
}

/** Maximum difference of a length from 1: the error of rounding to 32 bits. */
const LENGTH_TOLERANCE = 1e-4;

const TEXTS = [
  "open the server",
  "def close(self):\n    return self.server.close()",
  "größe 検索語 поиск",
  "server server server",
];

const ODD_TEXTS = ["", " \n\t", "?!… ;-)", "\0", "\ud800", "\u{1f600}", "=".repeat(5000)];

/**
 * Declares the tests that every {@link Embedder} passes with any model.
 *
 * @param name Name of the implementation, for the names of the tests.
 * @param open Creates one; called once or twice per test.
 */
export function testEmbedder(
  name: string,
  open: OpenEmbedder,
  { difference = 0, hugeLength = 1_000_000 }: EmbedderTolerance = {},
): void {
  const test = (rule: string, body: (embedder: Embedder) => Promise<void>) =>
    Deno.test(`${name} ${rule}`, async () => {
      using embedder = await open();
      await body(embedder);
    });
  const kinds = ["embedQueries", "embedPassages"] as const;
  const near = (one: Float32Array | undefined, other: Float32Array | undefined) => {
    assert.ok(one !== undefined && other !== undefined);
    assert.equal(one.length, other.length);
    one.forEach((value, i) => assert.ok(Math.abs(value - other[i]!) <= difference, `at ${i}`));
  };

  test("returns one row of its dimensions and of length 1 for each text", async (embedder) => {
    for (const kind of kinds) {
      const rows = await embedder[kind](TEXTS);
      assert.equal(rows.length, TEXTS.length);
      for (const row of rows) {
        assert.ok(row instanceof Float32Array);
        assert.equal(row.length, embedder.dimensions);
        assert.ok(Math.abs(lengthOf(row) - 1) < LENGTH_TOLERANCE, `${lengthOf(row)}`);
      }
      assert.deepEqual(await embedder[kind]([]), []);
    }
  });

  test("returns the same row for the same text, in the order of the texts", async (embedder) => {
    for (const kind of kinds) {
      const rows = await embedder[kind](TEXTS);
      const reversed = await embedder[kind](TEXTS.toReversed());
      for (const [i, text] of TEXTS.entries()) {
        near(reversed.toReversed()[i], rows[i]);
        near((await embedder[kind]([text]))[0], rows[i]);
      }
    }
  });

  test("returns a separate row for each text, which later calls do not change", async (embedder) => {
    const [first] = await embedder.embedPassages([TEXTS[0]!]);
    const copy = first!.slice();
    const [second] = await embedder.embedPassages([TEXTS[1]!]);
    assert.deepEqual(first, copy);
    assert.notDeepEqual(first, second);
  });

  test("returns finite rows of length 1 or 0 for texts without meaning", async (embedder) => {
    for (const kind of kinds) {
      for (const row of await embedder[kind](ODD_TEXTS)) {
        assert.equal(row.length, embedder.dimensions);
        const length = lengthOf(row);
        assert.ok(length === 0 || Math.abs(length - 1) < LENGTH_TOLERANCE, `${length}`);
      }
    }
  });

  test("embeds a huge text", async (embedder) => {
    const text = "open the server and close it again ".repeat(hugeLength / 35);
    const [row] = await embedder.embedPassages([text]);
    assert.ok(Math.abs(lengthOf(row!) - 1) < LENGTH_TOLERANCE);
    const [word] = await embedder.embedQueries(["x".repeat(hugeLength)]);
    assert.ok(Number.isFinite(lengthOf(word!)));
  });

  test("rejects with the reason of its signal when that is aborted", async (embedder) => {
    const reason = new Error("enough");
    const options = { signal: AbortSignal.abort(reason) };
    for (const kind of kinds) {
      await assert.rejects(embedder[kind](TEXTS, options), (error) => error === reason);
    }
    assert.equal((await embedder.embedQueries(TEXTS)).length, TEXTS.length);
  });

  test("has a name, and a fingerprint that differs between models", async (embedder) => {
    using same = await open();
    using other = await open({ other: true });
    assert.notEqual(embedder.name, "");
    assert.equal(same.fingerprint, embedder.fingerprint);
    assert.notEqual(other.fingerprint, embedder.fingerprint);
  });
}

function lengthOf(row: Float32Array): number {
  return Math.hypot(...row);
}
