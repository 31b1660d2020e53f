import assert from "node:assert/strict";
import { formatExecution } from "./execution.ts";
import { findGrepFault, formatMatches, grepLimit } from "./file_matches.ts";

const RAN = { code: 0, output: "ok\n", durationMs: 1234, isTimedOut: false };
const POLICY = { kind: "bytes", limit: 10 } as const;

Deno.test("a command that has ended is told in Codex's lines, or in the JSON of before", () => {
  assert.deepEqual(formatExecution(RAN, "codex", POLICY), {
    content: "Exit code: 0\nWall time: 1.2 seconds\nOutput:\nok\n",
    success: true,
  });
  assert.deepEqual(formatExecution({ ...RAN, code: 3, durationMs: 40 }, "seed", POLICY), {
    content: '{"output":"ok\\n","metadata":{"exit_code":3,"duration_seconds":0}}',
    success: false,
  });
});

Deno.test("a long output is cut, and how many lines it had is told", () => {
  const output = "0123456789abc\n";
  const cut = formatExecution({ ...RAN, output }, "codex", POLICY).content;
  assert.match(cut, /\nTotal output lines: 1\nOutput:\n01234…4 chars truncated…9abc\n$/);
  const seed = formatExecution({ ...RAN, output }, "seed", POLICY).content;
  assert.equal(JSON.parse(seed).output, "Total output lines: 1\n\n01234…4 chars truncated…9abc\n");
});

Deno.test("a command that took too long has the code 124, whatever it ended with", () => {
  const late = { ...RAN, code: 137, durationMs: 1000, isTimedOut: true, output: "x" };
  const { content, success } = formatExecution(late, "codex", { kind: "bytes", limit: 100 });
  assert.equal(success, false);
  assert.match(content, /^Exit code: 124\n[^]*command timed out after 1000 milliseconds\nx$/);
});

Deno.test("C-22: files are listed in Codex's style, and lines in the seed's", () => {
  const lines = [{ path: "a.ts", line: 3, content: "x: 1" }];
  const found = { files: ["/w/a.ts", "/w/b.ts"], lines, isCut: false };
  assert.deepEqual(formatMatches(found, "codex"), { content: "/w/a.ts\n/w/b.ts", success: true });
  assert.deepEqual(formatMatches(found, "seed"), { content: "a.ts:3:x: 1", success: true });
  assert.match(formatMatches({ ...found, isCut: true }, "seed").content, /\n\[there is more/);
  const none = { files: [], lines: [], isCut: false };
  assert.deepEqual(formatMatches(none, "codex"), { content: "No matches found.", success: false });
  assert.deepEqual(formatMatches(none, "seed"), { content: "No matches found.", success: true });
});

Deno.test("C-22: an empty pattern and a limit of nothing are refused, and 2,000 are the most", () => {
  assert.equal(findGrepFault({ pattern: " " }), "pattern must not be empty");
  assert.equal(findGrepFault({ pattern: "a", limit: 0 }), "limit must be greater than zero");
  assert.equal(findGrepFault({ pattern: "a" }), undefined);
  assert.deepEqual([grepLimit({ pattern: "a" }), grepLimit({ pattern: "a", limit: 9999 })], [
    100,
    2000,
  ]);
});
