import type { ToolOutput } from "../conversation/item.ts";
import type { GatherStyle } from "./gather_style.ts";

/** What a model asks of a tree. */
export interface GrepCall {
  /** A regular expression for a line. */
  readonly pattern: string;
  /** A folder or file to look in. @default all of the tree */
  readonly path?: string | undefined;
  /** A glob of the files to look in. @default all */
  readonly include?: string | undefined;
  /** Most files in the style of Codex, most lines in that of the seed. @default 100 */
  readonly limit?: number | undefined;
}

/** A line that matches. */
export interface LineMatch {
  /** Relative to the root. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly content: string;
}

/** What was found: the files, newest first, in the style of Codex, and the lines in that of the seed. */
export interface GrepFindings {
  /** Absolute paths. */
  readonly files: readonly string[];
  readonly lines: readonly LineMatch[];
  /** Whether there are more lines than these. */
  readonly isCut: boolean;
}

/** How much is given where the model does not say, and at most; both are Codex's. */
const DEFAULT_MATCHES = 100;
const MAX_MATCHES = 2000;

/** Returns how many files or lines a call asks for. */
export function grepLimit({ limit = DEFAULT_MATCHES }: GrepCall): number {
  return Math.min(limit, MAX_MATCHES);
}

/** Returns what is wrong with a call before any file is looked at, in Codex's words; undefined when nothing is. */
export function findGrepFault({ pattern, limit = DEFAULT_MATCHES }: GrepCall): string | undefined {
  if (pattern.trim() === "") return "pattern must not be empty";
  return Number.isSafeInteger(limit) && limit > 0 ? undefined : "limit must be greater than zero";
}

/** Returns what was found as text; that nothing was is no success in the style of Codex. */
export function formatMatches(
  { files, lines, isCut }: GrepFindings,
  style: GatherStyle,
): ToolOutput {
  const found = style === "codex"
    ? files
    : lines.map(({ path, line, content }) => `${path}:${line}:${content}`);
  if (found.length === 0) return { content: "No matches found.", success: style === "seed" };
  // Codex says nothing of what it leaves out.
  const rest = isCut && style === "seed" ? "\n[there is more: narrow the pattern]" : "";
  return { content: found.join("\n") + rest, success: true };
}
