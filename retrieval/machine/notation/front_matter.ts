import { ContextError } from "@dossier/core/errors";
import type { JsonValue } from "@dossier/core/text";
import type { PositionedValue } from "@dossier/core/yaml";
import { parseLocatedYaml } from "./parse_located.ts";

/** Position in a text, with both numbers 1-based. */
export interface ItemPosition {
  readonly line: number;
  readonly column: number;
}

/** File that is read: its path for messages, and the error code when it cannot be used. */
export interface FileContext {
  readonly path: string;
  readonly code: string;
  /** Called with a sentence for each part of the file that is skipped. */
  readonly warn: (sentence: string) => void;
}

/** Returns the error for a problem at a position of a file. */
export function positionError(
  { path, code }: Pick<FileContext, "path" | "code">,
  { line, column }: ItemPosition,
  reason: string,
): ContextError {
  const rule = `line ${line}, column ${column} is wrong`;
  return new ContextError(code, { action: `use "${path}"`, rule, state: reason });
}

/** Returns a position of a file for people. */
export function formatPosition(
  { path }: Pick<FileContext, "path">,
  position: ItemPosition,
): string {
  return `"${path}", line ${position.line}, column ${position.column}`;
}

/**
 * Maximum length of a YAML text in UTF-16 code units. The longest front matter in use has 19,000,
 * and the parser needs seconds for a hostile megabyte.
 */
export const MAX_YAML_LENGTH = 128 * 1024;

/** Maximum depth of values. People write fewer than ten levels. */
const MAX_LEVELS = 100;

/** Line that opens or closes a front matter. */
const DASHES_REGEXP = /^---[ \t]*$/;

/** Text split into front matter and body. */
export interface FrontMatter {
  /**
   * Metadata with empty lines above it, so that positions are those of the file; empty without a
   * front matter.
   */
  readonly metadata: string;
  readonly body: string;
}

/**
 * Returns the front matter of a text and the body after it. Empty lines may precede it.
 *
 * @throws {ContextError} When the front matter is not closed.
 */
export function cutFrontMatter(text: string, file: FileContext): FrontMatter {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => line.trim() !== "");
  if (!DASHES_REGEXP.test(lines[first] ?? "")) return { metadata: "", body: text };
  const last = lines.findIndex((line, index) => index > first && DASHES_REGEXP.test(line));
  if (last < 0) {
    throw positionError(
      file,
      { line: first + 1, column: 1 },
      'its front matter is not closed: write "---" below it',
    );
  }
  const metadata = "\n".repeat(first + 1) + lines.slice(first + 1, last).join("\n");
  return { metadata, body: lines.slice(last + 1).join("\n") };
}

/**
 * Returns the mapping of a YAML text, with the positions of all values.
 *
 * @throws {ContextError} With line and column, when the text is not a mapping, or is nested too
 * deeply.
 */
export async function parseYamlFile(text: string, file: FileContext): Promise<PositionedValue> {
  if (text.length > MAX_YAML_LENGTH) {
    const reason =
      `its YAML must have at most ${MAX_YAML_LENGTH} characters: it has ${text.length}`;
    throw positionError(file, { line: 1, column: 1 }, reason);
  }
  return await parseLocatedYaml(text, file.path, (refusal) => new ContextError(file.code, refusal));
}

/**
 * Returns a value of a YAML text without positions.
 *
 * @throws {ContextError} For an alias, as a few of them can represent millions of values, and for
 * too many levels.
 */
export function toJson(placed: PositionedValue, file: FileContext, level = 1): JsonValue {
  if (level > MAX_LEVELS) {
    throw positionError(
      file,
      placed.position,
      `it has more than ${MAX_LEVELS} levels`,
    );
  }
  if (placed.items !== undefined) return placed.items.map((item) => toJson(item, file, level + 1));
  if (placed.entries !== undefined) {
    return Object.fromEntries(
      placed.entries.map(({ key, value }) => [key, toJson(value, file, level + 1)]),
    );
  }
  const { value } = placed;
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw positionError(
    file,
    placed.position,
    "aliases are not supported here: write the value instead",
  );
}
