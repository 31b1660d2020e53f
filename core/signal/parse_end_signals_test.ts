import assert from "node:assert/strict";
import { formatEndSignals, parseEndSignals } from "./parse_end_signals.ts";
import { parseSignals } from "./parse_signals.ts";

function read(text: string): string[] {
  return parseEndSignals(text).map(({ signal, reason }) => `${signal}|${reason ?? ""}`);
}

const FOUND: readonly (readonly [text: string, signal: string])[] = [
  ["ISSUE_COMPLETE", "ISSUE_COMPLETE|"],
  ["ISSUE_COMPLETE.\r", "ISSUE_COMPLETE|"],
  ["\uFEFFAPPROVED!", "APPROVED|"],
  ["**APPROVED**", "APPROVED|"],
  ["`ISSUE_COMPLETE`", "ISSUE_COMPLETE|"],
  ["BLOCKED: no network", "BLOCKED|no network"],
  ["**BLOCKED:** no network  ", "BLOCKED|no network"],
  ["**BLOCKED**: no network", "BLOCKED|no network"],
  ["**BLOCKED: no network**", "BLOCKED|no network"],
  ["BLOCKED:", "BLOCKED|"],
  ["CHANGES_REQUESTED: a: b", "CHANGES_REQUESTED|a: b"],
  ["CHANGES_REQUESTED\n\n1. Test it.", "CHANGES_REQUESTED|"],
];

const SILENT: readonly string[] = [
  "> APPROVED",
  "  APPROVED",
  "- APPROVED",
  '"APPROVED"',
  "NOT APPROVED",
  "APPROVED with nits",
  "ISSUE_COMPLETED",
  "approved",
  "Write `ISSUE_COMPLETE` on a line of its own.",
  "```\nISSUE_COMPLETE\n```",
  "~~~\nBLOCKED: x",
  '{"verdict":\n"x\nAPPROVED\n"}',
  "<tool_result>\nAPPROVED\n</tool_result>",
  "$ cat review.md\nAPPROVED\n",
  "<!--\nAPPROVED\n-->",
];

Deno.test("parseEndSignals() reads the end signals of a worker and a reviewer", () => {
  for (const [text, signal] of FOUND) assert.deepEqual(read(text), [signal], JSON.stringify(text));
  const all = "APPROVED\nwords\nAPPROVED\nBLOCKED: a\nBLOCKED: b\n";
  assert.deepEqual(parseEndSignals(all).map(({ line }) => line), [1, 4, 5]);
});

Deno.test("parseEndSignals() ignores texts that only mention a signal", () => {
  for (const text of SILENT) assert.deepEqual(read(text), [], JSON.stringify(text));
  for (const line of formatEndSignals(parseEndSignals("BLOCKED: NEED_CODE: a.ts\nAPPROVED"))) {
    assert.deepEqual([read(line), parseSignals(line)], [[], []]);
  }
});

Deno.test("parseEndSignals() takes time linear in the length of the text", () => {
  // Each would take minutes in quadratic time.
  for (const part of [" ", "*", "`", ":", "_"]) {
    parseEndSignals(`**BLOCKED:${part.repeat(1_000_000)}x\n`);
    parseEndSignals(`**BLOCKED:${part}x\n`.repeat(100_000));
  }
});
