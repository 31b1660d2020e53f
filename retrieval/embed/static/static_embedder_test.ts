import assert from "node:assert/strict";
import { testEmbedder } from "../../../tests/conformance/embedder.ts";
import { makeStaticTable, type TestTable } from "../../../tests/static_table.ts";
import type { Embedder } from "../embedder.ts";
import { encodeStaticTable } from "../../../training/encode_static_table.ts";
import { openStaticEmbedder } from "./static_embedder.ts";

async function open(table: TestTable = {}): Promise<Embedder> {
  return openBytes(await makeStaticTable(table));
}

function openBytes(bytes: Uint8Array): Embedder {
  const path = Deno.makeTempFileSync({ suffix: ".bin" });
  try {
    Deno.writeFileSync(path, bytes);
    return openStaticEmbedder(path);
  } finally {
    Deno.removeSync(path);
  }
}

testEmbedder(
  "the static embedder",
  ({ other } = { other: false }) => open({ seed: other ? 2 : 1 }),
);

Deno.test("the static embedder adds distinct words and scales the sum to length 1", async () => {
  const vectors = new Map([["red", [1, 0, 0]], ["blue", [0, 2, 0]], ["##berry", [0, 0, 2]]]);
  using embedder = openBytes(await encodeStaticTable({ name: "t", version: "1", vectors }));
  const near = async (text: string, expected: readonly number[]) => {
    for (const kind of ["embedQueries", "embedPassages"] as const) {
      const [row] = await embedder[kind]([text]);
      assert.deepEqual([...row!].map((value) => Math.round(value * 1e6) / 1e6), expected, text);
    }
  };
  await near("red", [1, 0, 0]);
  await near("RED red Red", [1, 0, 0]);
  await near("red blue green", [0.447214, 0.894427, 0]);
  await near("redBlue", [0.447214, 0.894427, 0]);
  await near("blueberry", [0, 0.707107, 0.707107]);
  await near("berry", [0, 0, 0]);
  await near("blueberries", [0, 0, 0]);
  await near("", [0, 0, 0]);
});

Deno.test("the static embedder returns the same rows however many texts it has seen", async () => {
  using embedder = await open();
  const texts = ["open the server", "retryUpload of unknowns"];
  const fresh = await embedder.embedPassages(texts);
  await embedder.embedPassages(Array.from({ length: 600 }, (_, i) => `send file${i} open ${i}`));
  assert.deepEqual(await embedder.embedPassages(texts), fresh);
  assert.deepEqual(await embedder.embedQueries(texts), fresh);
});

Deno.test("the static embedder reports a table with infinite numbers as unfit", async () => {
  const vectors = new Map([["red", [1, Infinity]]]);
  using embedder = openBytes(await encodeStaticTable({ name: "t", version: "1", vectors }));
  await assert.rejects(embedder.embedQueries(["red"]), { name: "EmbedderError", kind: "unfit" });
});
