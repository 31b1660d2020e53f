import type { ZonedLine } from "./find_zones.ts";
import type { ParsedFrame } from "./parse_frame.ts";
import type { TextRange } from "./query_line.ts";

/** A frame of a stack trace. */
export interface StackFrame extends TextRange, Omit<ParsedFrame, "order"> {
  /** How many calls of its stack are further in; the error arose at depth 0. */
  readonly depth: number;
}

/** Most lines of arguments or source between two frames of one stack. */
const MAX_GAP_LINES = 2;

/** Zones that end a stack. */
const ENDING_ZONES: ReadonlySet<string> = new Set(["title", "heading", "prose", "error"]);

/** Returns the frames of all stack traces, in the order of the text. */
export function findStacks(lines: readonly ZonedLine[]): StackFrame[] {
  const frames: StackFrame[] = [];
  let stack: ZonedLine[] = [];
  let gap = 0;
  const close = () => {
    stack.forEach(({ frame, start, end }, index) => {
      if (frame === undefined) return;
      const { order, ...place } = frame;
      const depth = order === "innermost-last" ? stack.length - 1 - index : index;
      frames.push({ ...place, start, end, depth });
    });
    stack = [];
  };
  for (const line of lines) {
    if (line.frame !== undefined) {
      if (stack[0]?.frame !== undefined && stack[0].frame.order !== line.frame.order) close();
      stack.push(line);
      gap = 0;
    } else if (++gap > MAX_GAP_LINES || ENDING_ZONES.has(line.zone)) close();
  }
  close();
  return frames;
}
