import assert from "node:assert/strict";
import { retrieve } from "../retrieval/search/retrieve.ts";
import { QueryText } from "../retrieval/search/query_text.ts";
import { testIndexReader } from "./conformance/index_reader.ts";
import { IndexedTree } from "./indexed_tree.ts";
import { MemoryIndex } from "./memory_index.ts";

testIndexReader("MemoryIndex", async (files) => {
  const reader = await MemoryIndex.of(files);
  return { reader, [Symbol.dispose]: () => reader[Symbol.dispose]() };
});

const FILES: Readonly<Record<string, string>> = {
  "src/pool.ts":
    "export class Pool {\n  open(): void {}\n  drain(): void {\n    this.open();\n  }\n}\n",
  "src/server.ts":
    "import { Pool } from './pool.ts';\n\nexport function serve(pool: Pool) {\n  pool.open();\n}\n",
  "src/v1/server.ts": "export function serve() {\n  // the old server\n}\n",
  "tests/server_test.ts": "import { serve } from '../src/server.ts';\n\nserve(new Pool());\n",
  "docs/server.md":
    "# Server\n\nHow to open the pool of the server.\n\n## Drain\n\nTo drain is to close.\n",
};

const QUERIES = [
  "open the pool of the server",
  "Pool.drain",
  "serve",
  "why does src/server.ts:3 open a pool twice",
  '"How to open the pool" in docs/server.md',
  "TypeError in `Pool.open`\n\n```ts\npool.open()\n```\n",
];

Deno.test("MemoryIndex ranks like LocalIndex, to the last digits, with the same explanations", async () => {
  using tree = new IndexedTree(FILES);
  await tree.refresh();
  using memory = await MemoryIndex.of(FILES);
  for (const text of QUERIES) {
    for (const disabled of [new Set<string>(), new Set(["path", "idf-exponent", "line"])]) {
      const names = text.includes("twice") ? ["drainPool", "open", "server.ts"] : [];
      const request = { query: new QueryText(text, names), limit: 10, explain: true, disabled };
      const [local, other] = [
        await retrieve(tree.reader, request),
        await retrieve(memory, request),
      ];
      assert.ok(local.length > 0, text);
      assert.deepEqual(round(other), round(local), text);
    }
  }
});

/** Returns a value with rounded numbers, as sums may be added in another order. */
function round(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, one) => typeof one === "number" ? Number(one.toPrecision(9)) : one),
  );
}
