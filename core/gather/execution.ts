import type { ToolOutput } from "../conversation/item.ts";
import {
  addTruncationHeader,
  truncateText,
  type TruncationPolicy,
} from "../conversation/truncate.ts";
import { countLines } from "../text/split_lines.ts";
import type { GatherStyle } from "./gather_style.ts";

/** How a command has ended. */
export interface Execution {
  readonly code: number;
  /** What it wrote to standard output, and then to standard error. */
  readonly output: string;
  readonly durationMs: number;
  /** Whether it was stopped as it took too long. */
  readonly isTimedOut: boolean;
}

/** The code of a command that took too long; that of `timeout` in GNU coreutils, and Codex's. */
const TIMEOUT_CODE = 124;

/**
 * Returns how a command has ended as text, with its output cut: in Codex's lines, or in the JSON that it wrote
 * before.
 */
export function formatExecution(
  { code, output, durationMs, isTimedOut }: Execution,
  style: GatherStyle,
  policy: TruncationPolicy,
): ToolOutput {
  const ended = isTimedOut ? TIMEOUT_CODE : code;
  const seconds = Math.round(durationMs / 100) / 10;
  const said = isTimedOut
    ? `command timed out after ${Math.round(durationMs)} milliseconds\n${output}`
    : output;
  const success = ended === 0;
  const cut = truncateText(said, policy);
  if (style === "seed") {
    return {
      content: JSON.stringify({
        output: addTruncationHeader(said, cut),
        metadata: { exit_code: ended, duration_seconds: seconds },
      }),
      success,
    };
  }
  // How many lines there were is told only when some of them are not.
  const total = cut === said ? [] : [`Total output lines: ${countLines(said)}`];
  const lines = [`Exit code: ${ended}`, `Wall time: ${seconds} seconds`, ...total, "Output:", cut];
  return { content: lines.join("\n"), success };
}
