import assert from "node:assert/strict";
import { MemoryIndex } from "../../tests/memory_index.ts";
import { QueryText } from "./query_text.ts";
import { retrieveFiles } from "./retrieve.ts";

const OURS = {
  "src/upload.ts":
    "/** Retries an upload. */\nexport function retryUpload() {\n  return send();\n}\n",
  "src/send.ts": "export function send() {\n  return fetch('/upload');\n}\n",
  "docs/upload.md": "# Uploads\n\nAn upload is retried three times.\n",
};

const THEIRS = {
  "lib/queue.ts": "export class Queue {\n  retry() {}\n  upload() {}\n}\n",
  "lib/retry.ts": "export function retry(times: number) {\n  return times;\n}\n".repeat(9),
  "notes/queue.md": "# Queue\n\nThe queue keeps what is to be retried.\n",
};

const QUERIES = [
  "retry an upload",
  "how is the queue kept",
  "send",
  "`retryUpload` fails in lib/retry.ts",
];

/** Returns the paths and the rounded scores of files. */
async function ask(indexes: readonly MemoryIndex[], text: string) {
  const { files, query } = await retrieveFiles(indexes.map((index, at) => ({
    repository: `r${at}`,
    index,
    request: { query: new QueryText(text), limit: 20 },
  })));
  const places = files.map(({ path, score }) => `${score.toFixed(9)} ${path}`).sort();
  return { places, question: query.question.kind };
}

Deno.test("retrieveFiles() scores the files of two indexes as one combined index does", async () => {
  const [ours, theirs, both] = await Promise.all([
    MemoryIndex.of(OURS),
    MemoryIndex.of(THEIRS),
    MemoryIndex.of({ ...OURS, ...THEIRS }),
  ]);
  for (const query of QUERIES) {
    assert.deepEqual(await ask([ours, theirs], query), await ask([both], query), query);
  }
});

Deno.test("retrieveFiles() scores the best file of a repository below better ones of another", async () => {
  const [ours, theirs] = await Promise.all([MemoryIndex.of(OURS), MemoryIndex.of(THEIRS)]);
  const bestOfTheirs = async (indexes: readonly MemoryIndex[]) => {
    const { places } = await ask(indexes, "upload");
    const scores = places.map((place) => place.split(" "))
      .filter(([, path = ""]) => path in THEIRS).map(([score]) => Number(score));
    return Math.max(...scores);
  };
  const [alone, together] = [await bestOfTheirs([theirs]), await bestOfTheirs([ours, theirs])];
  assert.ok(together < alone, `${together} ${alone}`);
});

Deno.test("retrieveFiles() names the repository of each file, and keeps files of one path apart", async () => {
  const files = { "src/a.ts": "export const wombat = 1;\n" };
  const indexes = await Promise.all([MemoryIndex.of(files), MemoryIndex.of(files)]);
  const { files: found } = await retrieveFiles(indexes.map((index, at) => ({
    repository: `r${at}`,
    index,
    request: { query: new QueryText("wombat"), limit: 20 },
  })));
  assert.deepEqual(found.map(({ repository, path }) => [repository, path]), [
    ["r0", "src/a.ts"],
    ["r1", "src/a.ts"],
  ]);
});

Deno.test("retrieveFiles() does not query an index without a word of the query", async () => {
  const indexes = await Promise.all([MemoryIndex.of(OURS), MemoryIndex.of({ "a.md": "else\n" })]);
  const { places } = await ask(indexes, "upload");
  assert.ok(places.every((place) => !place.endsWith("a.md")));
});
