import type { ToolOutput } from "../conversation/item.ts";
import { takeUtf8Start } from "../text/utf8.ts";
import type { GatherStyle } from "./gather_style.ts";

/** What a model asks of a file. */
export interface ReadFileCall {
  /** Absolute in the style of Codex; relative to the root or absolute in that of the seed. */
  readonly path: string;
  /** First line: 1-based in the style of Codex, 0-based in that of the seed. @default the first */
  readonly offset?: number | undefined;
  /** Most lines. @default 2000 in the style of Codex, all in that of the seed */
  readonly limit?: number | undefined;
}

/** Lines that are given where the model does not say how many; Codex's. */
const DEFAULT_LINES = 2000;

/** Bytes of UTF-8 of a line that are given; Codex's. */
const MAX_LINE_BYTES = 500;

/** Columns of the number of a line; the seed's. */
const NUMBER_COLUMNS = 6;

const LINE_END_REGEXP = /\r?\n/;

/**
 * Returns what is wrong with a call before any file is looked at, in Codex's words; undefined when nothing is.
 */
export function findReadFault(
  { path, offset, limit }: ReadFileCall,
  style: GatherStyle,
): string | undefined {
  const isWhole = (value: number | undefined) => value === undefined || Number.isSafeInteger(value);
  if (style === "seed") {
    const isRight = isWhole(offset) && isWhole(limit) && (offset ?? 0) >= 0 && (limit ?? 0) >= 0;
    return isRight ? undefined : "offset and limit must be whole numbers from 0";
  }
  if (!path.startsWith("/")) return "file_path must be an absolute path";
  if (!isWhole(offset) || (offset ?? 1) < 1) return "offset must be a 1-indexed line number";
  return !isWhole(limit) || (limit ?? 1) < 1 ? "limit must be greater than zero" : undefined;
}

/** Returns the lines of a file that a call asks for, each with its number. */
export function formatFileLines(text: string, call: ReadFileCall, style: GatherStyle): ToolOutput {
  const fault = findReadFault(call, style);
  if (fault !== undefined) return { content: fault, success: false };
  const lines = text.split(LINE_END_REGEXP);
  if (lines.at(-1) === "") lines.pop();
  if (style === "seed") {
    const { offset = 0, limit = Infinity } = call;
    const given = lines.slice(offset, offset + limit)
      .map((line, at) => `${String(offset + at + 1).padStart(NUMBER_COLUMNS)}|${line}`);
    return { content: given.join("\n"), success: true };
  }
  const { offset = 1, limit = DEFAULT_LINES } = call;
  if (offset > lines.length) return { content: "offset exceeds file length", success: false };
  const given = lines.slice(offset - 1, offset - 1 + limit)
    .map((line, at) => `L${offset + at}: ${takeUtf8Start(line, MAX_LINE_BYTES)}`);
  return { content: given.join("\n"), success: true };
}
