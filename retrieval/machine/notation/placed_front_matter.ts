import { ContextError } from "@dossier/core/errors";
import type { JsonValue } from "@dossier/core/text";
import type { PositionedValue } from "@dossier/core/yaml";
import { placeYaml } from "./place_text.ts";

/** A place of a text, both numbers 1-based. */
export interface ItemPlace {
  readonly line: number;
  readonly column: number;
}

/** A file that is read: how people are told of it, and what is wrong with one that can not be used. */
export interface ReadPlace {
  readonly path: string;
  readonly code: string;
  /** Gets a sentence for each part of the file that is passed over. */
  readonly warn: (sentence: string) => void;
}

/** Returns the error of a file in which something is wrong. */
export function placedError(
  { path, code }: Pick<ReadPlace, "path" | "code">,
  { line, column }: ItemPlace,
  reason: string,
): ContextError {
  const rule = `line ${line}, column ${column} is wrong`;
  return new ContextError(code, { action: `use "${path}"`, rule, state: reason });
}

/** Returns a place of a file for people. */
export function describePlace({ path }: Pick<ReadPlace, "path">, place: ItemPlace): string {
  return `"${path}", line ${place.line}, column ${place.column}`;
}

/**
 * Longer texts are refused, in UTF-16 code units: the longest beside the tools of Rye has 19,000, and a hostile
 * megabyte takes the parser seconds.
 */
export const MAX_YAML_LENGTH = 128 * 1024;

/** Deeper values are refused; people write fewer than ten levels. */
const MAX_LEVELS = 100;

/** A line that opens or closes a front matter. */
const DASHES_REGEXP = /^---[ \t]*$/;

/** The two halves of a text with a front matter. */
export interface FrontMatter {
  /** The metadata with empty lines above, so that places are those of the file; empty without one. */
  readonly metadata: string;
  readonly body: string;
}

/**
 * Returns the front matter of a text and what stands behind it; empty lines may stand above.
 *
 * @throws {ContextError} When it is not closed.
 */
export function cutFrontMatter(text: string, place: ReadPlace): FrontMatter {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => line.trim() !== "");
  if (!DASHES_REGEXP.test(lines[first] ?? "")) return { metadata: "", body: text };
  const last = lines.findIndex((line, index) => index > first && DASHES_REGEXP.test(line));
  if (last < 0) {
    throw placedError(
      place,
      { line: first + 1, column: 1 },
      'its front matter is not closed: write "---" below it',
    );
  }
  const metadata = "\n".repeat(first + 1) + lines.slice(first + 1, last).join("\n");
  return { metadata, body: lines.slice(last + 1).join("\n") };
}

/**
 * Returns what a YAML text says, a mapping, with the places of all values.
 *
 * @throws {ContextError} With line and column, when it is none or goes too deep.
 */
export async function readYaml(text: string, place: ReadPlace): Promise<PositionedValue> {
  if (text.length > MAX_YAML_LENGTH) {
    const reason =
      `its YAML must have at most ${MAX_YAML_LENGTH} characters: it has ${text.length}`;
    throw placedError(place, { line: 1, column: 1 }, reason);
  }
  return await placeYaml(text, place.path, (refusal) => new ContextError(place.code, refusal));
}

/**
 * Returns a value of a YAML text without its places.
 *
 * @throws {ContextError} For an alias, as a few of them stand for millions of values, and for too many levels.
 */
export function toJson(placed: PositionedValue, place: ReadPlace, level = 1): JsonValue {
  if (level > MAX_LEVELS) {
    throw placedError(
      place,
      placed.place,
      `it has more than ${MAX_LEVELS} levels`,
    );
  }
  if (placed.items !== undefined) return placed.items.map((item) => toJson(item, place, level + 1));
  if (placed.entries !== undefined) {
    return Object.fromEntries(
      placed.entries.map(({ key, value }) => [key, toJson(value, place, level + 1)]),
    );
  }
  const { value } = placed;
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw placedError(place, placed.place, "aliases are not supported here: write the value instead");
}
