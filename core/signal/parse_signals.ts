import { openForeignBlock } from "./foreign_block.ts";
import { parseTarget } from "./parse_target.ts";
import { renderSignal, type Signal, type SignalKind } from "./signal.ts";

/** Longest line that can be a request, in UTF-16 code units: the longest path that Linux opens. */
const MAX_SIGNAL_LENGTH = 4096;

const SIGNAL_REGEXP = /^NEED_(CODE|DOC|FILE):\s*(\S.*)$/;

/** A mark that some programs put at the start of a text. */
const BYTE_ORDER_MARK_REGEXP = /^\uFEFF/;

/**
 * Returns the requests for context in an agent's own text, in order and each once.
 *
 * A request is a whole line from its first column on: `NEED_CODE:` or `NEED_FILE:` and a path, or
 * `NEED_DOC:` and a path, a slug or `[[slug]]`. Lines may follow the path (`src/a.ts:10-20`, `:10-`,
 * `:10` for line 10 and what follows, `#L10-L20`); a target with spaces stands in quotes. With anything
 * in front (white space, `-`, `>`, `+`, a quote) or anything behind the target it is no request, and
 * neither is what stands in a block of other words than the agent's: see `openForeignBlock`.
 *
 * Never throws, and takes time linear in the length of the text.
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
  let number = 0;
  for (const line of text.replace(BYTE_ORDER_MARK_REGEXP, "").split("\n")) {
    number++;
    if (block !== undefined) {
      if (block.closes(line)) block = undefined;
      continue;
    }
    const signal = parseSignal(line, number);
    if (signal === undefined) {
      block = openForeignBlock(line);
      continue;
    }
    const key = renderSignal(signal);
    if (!found.has(key)) found.set(key, signal);
  }
  return [...found.values()];
}

/** Returns the request that a line is, or undefined. */
function parseSignal(written: string, line: number): Signal | undefined {
  if (written.length > MAX_SIGNAL_LENGTH || !written.startsWith("NEED_")) return undefined;
  const raw = written.trimEnd();
  const [, name, target] = SIGNAL_REGEXP.exec(raw) ?? [];
  if (name === undefined || target === undefined) return undefined;
  // The expression lets only the three names through.
  const request = parseTarget(target, name.toLowerCase() as SignalKind);
  return request && { ...request, line, raw };
}
