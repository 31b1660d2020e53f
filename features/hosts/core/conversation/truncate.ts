import { countLines } from "@dossier/core/split-lines";
import {
  countBytes4,
  measureUtf8,
  takeUtf8End,
  takeUtf8Start,
  TOKEN_BYTES,
} from "@dossier/core/utf8";
import type { ContentPart } from "./item.ts";

/** The limit of a tool's output: bytes of UTF-8, or tokens of {@link TOKEN_BYTES} bytes. */
export interface TruncationPolicy {
  /** The unit of the limit. */
  readonly kind: "bytes" | "tokens";
  /** A whole number, 0 or more. */
  readonly limit: number;
}

/** Default limit of an output, from Codex. */
export const DEFAULT_TRUNCATION: TruncationPolicy = { kind: "bytes", limit: 10_000 };

/**
 * Returns a text, or its start and end with a mark between them that states how much was removed.
 * Both ends together are as long as the limit; the mark is added to it. One pass over the text.
 *
 * @throws {RangeError} When the limit is not a whole number or below 0.
 *
 * @example
 * ```ts
 * import { truncateText } from "@dossier/hosts/core";
 * import assert from "node:assert/strict";
 *
 * assert.equal(truncateText("example output", { kind: "tokens", limit: 1 }), "ex…3 tokens truncated…ut");
 * ```
 */
export function truncateText(text: string, policy: TruncationPolicy): string {
  const { kind, limit } = checkPolicy(policy);
  const budget = kind === "bytes" ? limit : TOKEN_BYTES * limit;
  const { bytes, characters } = measureUtf8(text);
  if (bytes <= budget) return text;
  const start = takeUtf8Start(text, Math.floor(budget / 2));
  const end = takeUtf8End(text, Math.ceil(budget / 2));
  const removed = kind === "tokens"
    ? `${Math.ceil((bytes - budget) / TOKEN_BYTES)} tokens`
    : `${characters - measureUtf8(start).characters - measureUtf8(end).characters} chars`;
  return `${start}…${removed} truncated…${end}`;
}

function checkPolicy(policy: TruncationPolicy): TruncationPolicy {
  if (Number.isSafeInteger(policy.limit) && policy.limit >= 0) return policy;
  throw new RangeError(
    `Cannot truncate as the limit must be a whole number from 0: current value is ${policy.limit}`,
  );
}

/** Options of the header of a truncated text. */
export interface TruncationHeader {
  /** If true, includes an estimate of the tokens of the whole text. @default false */
  readonly tokens?: boolean;
}

/**
 * Returns a truncated text with its original number of lines in front, so that a reader knows how
 * much is missing; a text that is not cut is returned unchanged.
 */
export function addTruncationHeader(
  text: string,
  cut: string,
  { tokens = false }: TruncationHeader = {},
): string {
  if (cut === text) return text;
  const warning = tokens
    ? `Warning: this output is truncated, it had about ${countBytes4(text)} tokens\n`
    : "";
  return `${warning}Total output lines: ${countLines(text)}\n\n${cut}`;
}

/**
 * Returns the parts of an output with one limit for all texts, in order: images cost nothing and
 * stay, the first text that does not fit is cut, and later ones are dropped and counted.
 *
 * @throws {RangeError} As {@link truncateText} does.
 */
export function truncateParts(
  parts: readonly ContentPart[],
  policy: TruncationPolicy,
): readonly ContentPart[] {
  const { kind, limit } = checkPolicy(policy);
  const kept: ContentPart[] = [];
  let left = limit;
  let omitted = 0;
  for (const part of parts) {
    if (part.kind === "image") kept.push(part);
    else {
      const cost = kind === "bytes" ? measureUtf8(part.text).bytes : countBytes4(part.text);
      if (cost <= left) kept.push(part);
      else if (left === 0) omitted++;
      else kept.push({ kind: "text", text: truncateText(part.text, { kind, limit: left }) });
      left = Math.max(0, left - cost);
    }
  }
  const note = `[omitted ${omitted} text items ...]`;
  return omitted === 0 ? kept : [...kept, { kind: "text", text: note }];
}

/** Codex's limits before it had policies: bytes, and lines from each end. */
const LEGACY_BYTES = 10 * 1024;
const LEGACY_END_LINES = 128;

/**
 * Returns a text cut as by Codex before it had policies: at most 10 KiB and 256 lines, half of each
 * from its end, with a mark that states how many lines were removed.
 */
export function truncateLegacy(text: string): string {
  const total = countLines(text);
  const omitted = Math.max(0, total - 2 * LEGACY_END_LINES);
  if (omitted === 0 && measureUtf8(text).bytes <= LEGACY_BYTES) return text;
  const mark = omitted === 0
    ? `\n[... output truncated to fit ${LEGACY_BYTES} bytes ...]\n\n`
    : `\n[... omitted ${omitted} of ${total} lines ...]\n\n`;
  const [head, tail] = omitted === 0 ? [text, text] : takeEndLines(text);
  const start = takeUtf8Start(head, LEGACY_BYTES / 2);
  const left = LEGACY_BYTES - measureUtf8(start + mark).bytes;
  return `${start}${mark}${takeUtf8End(tail, left)}`;
}

/**
 * Returns the first and the last lines of a longer text; the first ones without their last line
 * break.
 */
function takeEndLines(text: string): readonly [head: string, tail: string] {
  let end = -1;
  // A line break at the end of a text closes its last line.
  let start = text.endsWith("\n") ? text.length - 1 : text.length;
  for (let line = 0; line < LEGACY_END_LINES; line++) {
    end = text.indexOf("\n", end + 1);
    start = text.lastIndexOf("\n", start - 1);
  }
  return [text.slice(0, end), text.slice(start + 1)];
}
