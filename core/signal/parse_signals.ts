import { openForeignBlock } from "./foreign_block.ts";
import { parseTarget } from "./parse_target.ts";
import { renderSignal, type Signal } from "./signal.ts";
import { splitRequests } from "./split_request.ts";

/** Longest line that can be a request, in UTF-16 code units: the longest path that Linux opens. */
const MAX_SIGNAL_LENGTH = 4096;

/** The start of a list item, in which text may be indented. */
const ITEM_REGEXP = /^[ \t]*(?:[-*+•]|\d{1,9}[.)])[ \t]/;

/** Markdown takes this for code, unless it is part of a list item (CommonMark 0.31, 4.4). */
const INDENTED_REGEXP = /^(?: {4}| {0,3}\t)/;

/** A mark that some programs put at the start of a text. */
const BYTE_ORDER_MARK_REGEXP = /^\uFEFF/;

/**
 * Returns the requests for context in an agent's own text, in order and each once.
 *
 * A request is a line of its own: `NEED_CODE:` with a path, a symbol or `path#symbol`, `NEED_DOC:` with a
 * path, a slug or `[[slug]]`, or `NEED_FILE:` with a path. A path may have lines: `src/a.ts:10-20`, `:10-`,
 * `:10` (from line 10 on), `#L10-L20`. A target with spaces is in quotes; commas or "and" separate several
 * targets. `splitRequest` removes list markers, bold and code marks, and a comment behind. A line with
 * other words is no request, and neither is a line of a quote, of indented code, or of a block of
 * `openForeignBlock`. Never throws; the time is linear in the length of the text.
 *
 * @example
 * ```ts
 * import { parseSignals } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const text = "I have to see the caller.\nNEED_CODE: src/login.ts:10-20\nNEED_DOC: [[sessions]]\n";
 * assert.deepEqual(parseSignals(text), [
 *   {
 *     kind: "code",
 *     target: "src/login.ts",
 *     startLine: 10,
 *     endLine: 20,
 *     line: 2,
 *     raw: "NEED_CODE: src/login.ts:10-20",
 *   },
 *   { kind: "doc", target: "sessions", line: 3, raw: "NEED_DOC: [[sessions]]" },
 * ]);
 * assert.deepEqual(parseSignals("> NEED_CODE: src/login.ts"), []);
 * ```
 */
export function parseSignals(text: string): Signal[] {
  const found = new Map<string, Signal>();
  let block: ReturnType<typeof openForeignBlock>;
  let isInItem = false;
  let number = 0;
  for (const line of text.replace(BYTE_ORDER_MARK_REGEXP, "").split("\n")) {
    number++;
    if (block !== undefined) {
      if (!block.closes(line)) continue;
      const { endsBefore = false } = block;
      block = undefined;
      if (!endsBefore) continue;
    }
    const isIndented = INDENTED_REGEXP.test(line);
    if (ITEM_REGEXP.test(line)) isInItem ||= !isIndented;
    else if (line.trim() !== "" && !/^\s/.test(line)) isInItem = false;
    const signals = isIndented && !isInItem ? [] : parseLine(line, number);
    if (signals.length === 0) block = openForeignBlock(line);
    for (const signal of signals) {
      const key = renderSignal(signal);
      if (!found.has(key)) found.set(key, signal);
    }
  }
  return [...found.values()];
}

/** Returns the requests of a line. */
function parseLine(written: string, line: number): readonly Signal[] {
  if (written.length > MAX_SIGNAL_LENGTH || !written.includes("NEED_")) return [];
  const raw = written.trimEnd();
  const requests = splitRequests(raw.trimStart()).map(({ kind, target }) =>
    parseTarget(target, kind)
  );
  // A line is a sentence when one of its targets is not valid.
  return requests.every((request) => request !== undefined)
    ? requests.map((request) => ({ ...request, line, raw }))
    : [];
}
