/** Longest doc comment kept, in UTF-16 units: about the first paragraph. */
export const MAX_DOC_LENGTH = 400;

/** What opens a comment, or a line of one: `/**`, `//!`, `--[[`, `##`, `*`, `=begin`. */
const OPENER_REGEXP = /^\s*(?:\/\*[*!]*|\/\/[/!]*|--\[=*\[|--+|#+|=begin|\*(?!\/))(?:<)?/;
const CLOSER_REGEXP = /(?:\*+\/|\]=*\]|^=end)\s*$/;
/** Lines that are only a ruler, such as `//-------`. */
const RULER_REGEXP = /^[\s*=#~_/-]*$/;

/**
 * Returns the text of a doc comment without its markers, at most {@link MAX_DOC_LENGTH} UTF-16
 * units, lines trimmed and blank ones dropped; `undefined` when nothing is left.
 *
 * @example
 * ```ts
 * import { cleanComment } from "@dossier/retrieval";
 * import { strictEqual } from "node:assert/strict";
 *
 * strictEqual(cleanComment("/**\n * Adds two numbers.\n *\n * Slowly.\n *\/"), "Adds two numbers.\nSlowly.");
 * ```
 */
export function cleanComment(comment: string): string | undefined {
  const lines = comment.split("\n").map((line) =>
    line.replace(OPENER_REGEXP, "").replace(CLOSER_REGEXP, "").trim()
  );
  return joinLines(lines);
}

/** Returns the text of a doc string: as {@link cleanComment}, but nothing is taken for a marker. */
export function cleanDocString(content: string): string | undefined {
  return joinLines(content.split("\n").map((line) => line.trim()));
}

function joinLines(lines: readonly string[]): string | undefined {
  const text = lines.filter((line) => !RULER_REGEXP.test(line)).join("\n");
  if (text === "") return undefined;
  return text.length <= MAX_DOC_LENGTH ? text : `${text.slice(0, MAX_DOC_LENGTH - 1).trimEnd()}…`;
}
