/** Longest doc comment kept, in UTF-16 units: about the first paragraph. */
export const MAX_DOC_LENGTH = 400;

/** What opens a comment, or a line of one: `/**`, `//!`, `--[[`, `##`, `*`, `=begin`. */
const OPENER_REGEXP = /^\s*(?:\/\*[*!]*|\/\/[/!]*|--\[=*\[|--+|#+|=begin|\*(?!\/))(?:<)?/;
const CLOSER_REGEXP = /(?:\*+\/|\]=*\]|^=end)\s*$/;
/** Lines that are only a ruler, such as `//-------`. */
const RULER_REGEXP = /^[\s*=#~_/-]*$/;

/** Tags of C# doc comments, which frame the text. */
const XML_TAG_REGEXP = /<\/?(?:summary|remarks|para|returns|inheritdoc)\s*\/?>/g;
const WHITE_SPACE_REGEXP = /\s+/g;

/**
 * Returns the text of the comments above a definition on one line, without their markers, rulers
 * and frame tags; at most {@link MAX_DOC_LENGTH} UTF-16 units. `undefined` when nothing is left.
 */
export function cleanComment(comment: string): string | undefined {
  const lines = comment.split("\n").map((line) =>
    line.replace(OPENER_REGEXP, "").replace(CLOSER_REGEXP, "").replaceAll(XML_TAG_REGEXP, "")
  );
  return cleanDocString(lines.filter((line) => !RULER_REGEXP.test(line)).join("\n"));
}

/** Returns a doc string on one line, as {@link cleanComment} does, but takes nothing for a marker. */
export function cleanDocString(content: string): string | undefined {
  const text = content.replaceAll(WHITE_SPACE_REGEXP, " ").trim();
  if (text === "") return undefined;
  return text.length <= MAX_DOC_LENGTH ? text : `${text.slice(0, MAX_DOC_LENGTH - 1).trimEnd()}…`;
}
