import assert from "node:assert/strict";
import { cutFile } from "./cut_file.ts";
import { findDefinitions, mentionPairs } from "./mention_pairs.ts";

const CODE = cutFile({
  path: "src/pool.py",
  text: "def open_pool(size):\n    connections = [connect() for _ in range(size)]\n" +
    "    return Pool(connections, created=now())\n\n\ndef run():\n    return open_pool(4)\n",
});

function listPairs(text: string) {
  return mentionPairs([cutFile({ path: "docs/guide.md", text })], findDefinitions([CODE]));
}

Deno.test("mentionPairs() uses a sentence as the query for the definition that it names", () => {
  const pairs = listPairs(
    "# Guide\n\nSomething else. Use `pool.open_pool(4)` to keep\nsome connections ready. The end.\n",
  );
  assert.equal(pairs.length, 1);
  const { query, kind, capsule, body } = pairs[0]!;
  assert.match(
    query,
    /^Use (?:pool\.open_pool\(4\) |pool\. \(4\) )?to keep some connections ready$/,
  );
  assert.equal(kind, "mention");
  assert.match(capsule, /^src\/pool\.py\n/);
  assert.match(body, /created=now/);
});

Deno.test("mentionPairs() skips words of prose, code blocks and names with two definitions", () => {
  assert.deepEqual(listPairs("Call `run` to start all the workers.\n"), []);
  assert.deepEqual(listPairs("```\ncalls `open_pool` for all of the workers\n```\n"), []);
  const twice = findDefinitions([CODE, CODE]);
  const prose = cutFile({ path: "a.md", text: "Call `open_pool` to start all the workers.\n" });
  assert.deepEqual(mentionPairs([prose], twice), []);
});
