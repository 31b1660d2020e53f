import type { EndSignal, EndSignalName } from "../pack/bundle.ts";
import { openForeignBlock } from "./foreign_block.ts";

/** Maximum length of a reason, in UTF-16 code units. */
const MAX_REASON_LENGTH = 1000;

/** Maximum length of a line that is read, in UTF-16 code units. */
const MAX_LINE_LENGTH = 4096;

/**
 * End signals, which may be bold or in backticks. Indented lines and list items do not count, as
 * texts list the possible signals in this form.
 */
const END_REGEXP =
  /^(\*\*|__|`|)(ISSUE_COMPLETE|BLOCKED|APPROVED|CHANGES_REQUESTED)(?:\1[.!]?|\1:(.*)|:\1(.*)|:(.*)\1)$/;

/**
 * Returns the lines of an agent's text that end its turn, in order and each once: `ISSUE_COMPLETE`,
 * `BLOCKED`, `APPROVED` and `CHANGES_REQUESTED`, which may have a reason after a colon.
 *
 * A signal starts in the first column of its own line, outside of the blocks of `openForeignBlock`.
 * The caller resolves contradicting signals. Never throws; the time is linear in the length.
 */
export function parseEndSignals(text: string): EndSignal[] {
  const found = new Map<string, EndSignal>();
  let block: ReturnType<typeof openForeignBlock>;
  let number = 0;
  for (const line of text.replace(/^\uFEFF/, "").split("\n")) {
    number++;
    if (block !== undefined) {
      if (block.closes(line)) block = undefined;
      continue;
    }
    const signal = parseEndSignal(line, number);
    if (signal === undefined) block = openForeignBlock(line);
    else {
      const key = `${signal.signal}: ${signal.reason ?? ""}`;
      if (!found.has(key)) found.set(key, signal);
    }
  }
  return [...found.values()];
}

/** Returns a line for each signal that confirms its receipt. No line is a signal itself. */
export function formatEndSignals(signals: readonly EndSignal[]): string[] {
  return signals.map(({ signal, reason }) =>
    `received: ${reason === undefined ? signal : `${signal}: ${reason}`}`
  );
}

function parseEndSignal(written: string, line: number): EndSignal | undefined {
  if (written.length > MAX_LINE_LENGTH) return undefined;
  const [, , signal, ...reasons] = END_REGEXP.exec(written.trimEnd()) ?? [];
  if (signal === undefined) return undefined;
  const reason = reasons.find((part) => part !== undefined)?.trim().slice(0, MAX_REASON_LENGTH);
  return {
    // The expression matches only the four names.
    signal: signal as EndSignalName,
    ...(reason === undefined || reason === "" ? {} : { reason: reason.toWellFormed() }),
    line,
  };
}
