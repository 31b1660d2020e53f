import assert from "node:assert/strict";
import { mergeTimelines, type TimelineEntry, toTimelineText } from "@dossier/core/metrics";
import { toTimelineEntry } from "./timeline.ts";

const entry = (text: string, time?: string): TimelineEntry => ({
  ...(time !== undefined && { time }),
  from: "log",
  kind: "given",
  text,
});

Deno.test("mergeTimelines() goes by time and keeps the order of each list", () => {
  const merged = mergeTimelines(
    [entry("a", "2026-01-01T00:00:01Z"), entry("b", "2026-01-01T00:00:03.000Z")],
    [
      ...[entry("first"), entry("c", "2026-01-01T00:00:02Z"), entry("behind c")],
      ...[entry("back", "2026-01-01T00:00:00Z"), entry("odd", "no time")],
    ],
  );
  assert.deepEqual(merged.map(({ text }) => text), [
    ...["first", "a", "c", "behind c", "back", "odd", "b"],
  ]);
});

Deno.test("toTimelineEntry() tells an output by its files, or by how it was called", () => {
  const output = { kind: "output", line: 1, text: "…", tokens: 7, tool: "Read" } as const;
  const lines = { startLine: 3, endLine: Infinity };
  assert.deepEqual(
    toTimelineEntry({ ...output, touches: [{ path: "a.ts", action: "read", lines }] }),
    { from: "transcript", kind: "read", tokens: 7, text: "Read: a.ts:3-", files: ["a.ts:3-"] },
  );
  assert.deepEqual(
    toTimelineEntry({ ...output, tool: "Bash", asked: "deno\n  test", failed: true }),
    { from: "transcript", kind: "ran", tokens: 7, text: "failed: Bash: deno test" },
  );
  assert.equal(toTimelineEntry({ kind: "usage", line: 1, text: "", tokens: 0 }), undefined);
  assert.equal(toTimelineText("x ".repeat(500)).length, 200);
  assert.equal(toTimelineText("😀".repeat(200)), `${"😀".repeat(99)}…`);
  assert.match(toTimelineText(`use\nghp_${"a1B2".repeat(9)} now`), /^use «masked: [\w-]+» now$/);
});
