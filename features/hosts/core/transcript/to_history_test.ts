import assert from "node:assert/strict";
import {
  type HistoryItem,
  messageText,
  normaliseHistory,
  toMessageItem,
} from "../conversation/item.ts";
import { renderSummary } from "../conversation/history.ts";
import { toHistoryItems, toTimelineEntry } from "./to_history.ts";
import type { TranscriptEvent, TranscriptEventKind } from "./transcript_event.ts";
import { TranscriptReader } from "./transcript_reader.ts";
import { mergeTimelines, type TimelineEntry, toTimelineText } from "@dossier/core/metrics";

const ESTIMATOR = { name: "chars4" as const, count: (text: string) => text.length };

function happen(
  kind: TranscriptEventKind,
  text: string,
  more: Partial<TranscriptEvent> = {},
): TranscriptEvent {
  return { kind, text, line: 1, tokens: 0, ...more };
}

Deno.test("toHistoryItems() pairs calls with their outputs, and renders other items as text in their place", () => {
  const call = { callId: "1", tool: "Read" };
  const items = toHistoryItems([
    happen("instruction", "Be brief"),
    happen("user", "Read it"),
    happen("thinking", "Hm"),
    happen("call", "a.ts", call),
    happen("usage", ""),
    happen("user", "from a subagent", { agent: "a1" }),
    happen("output", "no such file", { ...call, failed: true }),
    happen("given", "a block of ours", call),
    happen("output", "b.ts", { tool: "attached file" }),
    happen("assistant", "Read"),
  ]);
  assert.deepEqual(items, [
    toMessageItem("developer", "Be brief"),
    toMessageItem("user", "Read it"),
    { kind: "reasoning", summary: ["Hm"] },
    { kind: "function_call", callId: "1", name: "Read", arguments: "a.ts" },
    {
      kind: "function_call_output",
      callId: "1",
      output: { content: "no such file", success: false },
    },
    toMessageItem("developer", "a block of ours"),
    toMessageItem("developer", "b.ts"),
    toMessageItem("assistant", "Read"),
  ]);
});

Deno.test("toHistoryItems() keeps the user's messages and the summary of a compaction", () => {
  const items = toHistoryItems([
    happen("user", "one"),
    happen("assistant", "1"),
    happen("compaction", "auto"),
    happen("summary", "so far"),
    happen("user", "two"),
    happen("compaction", ""),
    happen("summary", "further"),
  ]);
  assert.deepEqual(items, [
    ...["one", "two", renderSummary("further")].map((text) => toMessageItem("user", text)),
  ]);
});

for (const name of ["claude-code", "codex", "codex-compacted"]) {
  Deno.test(`toHistoryItems() makes a conversation of what ${name} wrote that models take as it is`, () => {
    const url = new URL(`../../../../tests/transcripts/${name}.jsonl`, import.meta.url);
    const reader = new TranscriptReader({ estimator: ESTIMATOR });
    const lines = Deno.readTextFileSync(url).split("\n");
    const items = toHistoryItems(lines.flatMap((line) => reader.read(line)));
    assert.deepEqual(normaliseHistory(items), items);
    const said = items.filter((item): item is HistoryItem & { kind: "message" } =>
      item.kind === "message" && item.role === "user"
    ).map(messageText);
    assert.ok(said.length > 0 && said.every((text) => text.trim() !== ""));
  });
}

const entry = (text: string, time?: string): TimelineEntry => ({
  ...(time !== undefined && { time }),
  from: "log",
  kind: "given",
  text,
});

Deno.test("mergeTimelines() sorts by time and preserves the order of each list", () => {
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

Deno.test("toTimelineEntry() labels an output with its files, or with its call", () => {
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
