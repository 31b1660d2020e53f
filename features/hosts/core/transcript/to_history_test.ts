import assert from "node:assert/strict";
import { type HistoryItem, messageText, toMessageItem } from "../conversation/item.ts";
import { normaliseHistory } from "../conversation/normalise.ts";
import { renderSummary } from "../conversation/history.ts";
import { toHistoryItems } from "./to_history.ts";
import type { TranscriptEvent, TranscriptEventKind } from "./transcript_event.ts";
import { TranscriptReader } from "./transcript_reader.ts";

const ESTIMATOR = { name: "chars4" as const, count: (text: string) => text.length };

function happen(
  kind: TranscriptEventKind,
  text: string,
  more: Partial<TranscriptEvent> = {},
): TranscriptEvent {
  return { kind, text, line: 1, tokens: 0, ...more };
}

Deno.test("toHistoryItems() pairs calls with what answers them, and says the rest in its place", () => {
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

Deno.test("toHistoryItems() keeps what the user said and the summary of what was compacted", () => {
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
