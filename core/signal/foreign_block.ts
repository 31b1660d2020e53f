/** Lines that are not the author's own words, from the line after the opening one. */
export interface ForeignBlock {
  /**
   * Returns true when the block ends with this line. The line belongs to it unless `endsBefore` is
   * set.
   */
  readonly closes: (line: string) => boolean;
  /** Set when the closing line does not belong to the block. */
  readonly endsBefore?: true;
}

/**
 * Returns the block that a line opens and does not close, or undefined. Blocks are:
 * - fenced code, also in lists; a fence of the same mark closes it that has at least the same
 *   length and no deeper indentation;
 * - HTML comments;
 * - JSON values, whose strings may contain unescaped line breaks;
 * - elements around output of tools and around passages, such as `<tool_result>`, `<output>`,
 *   `<passage>`;
 * - both sides of a merge conflict or an edit, diffs and patches;
 * - the lines after a shell prompt (`$ cat notes.md`), up to a blank line.
 *
 * A block without an end reaches to the end of the text, so that a text that was cut off requests
 * nothing that it only quotes. The time is linear in the length of the line.
 */
export function openForeignBlock(line: string): ForeignBlock | undefined {
  return openFence(line) ?? openComment(line) ?? openElement(line) ?? openJson(line) ??
    openConflict(line) ?? openDiff(line) ?? openPatch(line) ?? openShell(line);
}

/** List markers may precede a fence; the info string after backticks has no backtick. */
const FENCE_REGEXP = /^([ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}(?=[^`]*$)|~{3,})/;

const FENCE_END_REGEXP = /^([ \t]*)(`{3,}|~{3,})\s*$/;

/** Maximum indentation of a fence; deeper lines are code in Markdown (CommonMark 0.31, 4.5). */
const MAX_FENCE_INDENT = 3;

function openFence(line: string): ForeignBlock | undefined {
  const [, lead = "", marks = ""] = FENCE_REGEXP.exec(line) ?? [];
  if (marks === "") return undefined;
  const maxIndent = Math.max(MAX_FENCE_INDENT, lead.length);
  return {
    closes: (later) => {
      const [, indent = "", end = ""] = FENCE_END_REGEXP.exec(later) ?? [];
      return end.startsWith(marks) && indent.length <= maxIndent;
    },
  };
}

const COMMENT_START = "<!--";
const COMMENT_END = "-->";

function openComment(line: string): ForeignBlock | undefined {
  const start = line.lastIndexOf(COMMENT_START);
  if (start < 0 || line.lastIndexOf(COMMENT_END) > start || line[start - 1] === "`") {
    return undefined;
  }
  // In a paragraph it ends with the paragraph, as a sentence may be about `<!--`.
  const isInline = line.slice(0, start).trim() !== "";
  return { closes: (later) => later.includes(COMMENT_END) || (isInline && later.trim() === "") };
}

const ELEMENT_NAMES =
  "(?:tool|function)[-_]\\w+|invoke|results?|[\\w-]*(?:output|stdout|stderr)|system-reminder|" +
  "context|passage|documents?|file|blockquote|pre|code";

/** Element at the start of a line; elsewhere it opens a block only when nothing follows it. */
const ELEMENT_REGEXP = new RegExp(`^\\s*<(?:[\\w-]+:)?(${ELEMENT_NAMES})(?:\\s[^>]*)?>`, "i");
const LAST_ELEMENT_REGEXP = new RegExp(
  `(?<!\`)<(?:[\\w-]+:)?(${ELEMENT_NAMES})(?:\\s[^<>]*)?>\\s*$`,
  "i",
);

function openElement(line: string): ForeignBlock | undefined {
  if (!line.includes("<")) return undefined;
  const match = ELEMENT_REGEXP.exec(line) ?? LAST_ELEMENT_REGEXP.exec(line);
  if (match === null || match[0].trimEnd().endsWith("/>")) return undefined;
  const end = new RegExp(`</(?:[\\w-]+:)?${match[1]}\\s*>`, "i");
  return end.test(line.slice(match.index)) ? undefined : { closes: (later) => end.test(later) };
}

/** Value at the start of a line, also after a word such as `data:`. */
const JSON_REGEXP = /^\s*(?:[\w.-][\w .-]{0,40}:\s*)?(?=\{\s*(?:["}]|$)|\[\s*(?:[{"\]]|$))/;

function openJson(line: string): ForeignBlock | undefined {
  const start = JSON_REGEXP.exec(line)?.[0].length;
  if (start === undefined) return undefined;
  const scanner = new JsonScanner();
  if (scanner.scan(line.slice(start))) return undefined;
  return { closes: (later) => scanner.scan(later) };
}

class JsonScanner {
  #depth = 0;
  #inString = false;

  /** Reads one more line and returns whether the value ends in it. */
  scan(line: string): boolean {
    for (let at = 0; at < line.length; at++) {
      const mark = line[at];
      if (mark === "\\") at++;
      else if (mark === '"') this.#inString = !this.#inString;
      else if (this.#inString) continue;
      else if (mark === "{" || mark === "[") this.#depth++;
      else if ((mark === "}" || mark === "]") && --this.#depth === 0) return true;
    }
    // A blank line ends a value that was cut off.
    return !this.#inString && line.trim() === "";
  }
}

const CONFLICT_REGEXP = /^<{7}(?: |$)/;
const CONFLICT_END_REGEXP = /^>{7}(?:\s|$)/;

function openConflict(line: string): ForeignBlock | undefined {
  if (!CONFLICT_REGEXP.test(line)) return undefined;
  return { closes: (later) => CONFLICT_END_REGEXP.test(later) };
}

/** `@@ -1,3 +1,3 @@`, also with the counts of a combined diff. */
const HUNK_REGEXP = /^@@+ -\d/;

/** Lines of a hunk: kept, removed, added, the next head, and the remark on a missing line end. */
const HUNK_LINE_REGEXP = /^[ +\-@\\]/;

function openDiff(line: string): ForeignBlock | undefined {
  if (!HUNK_REGEXP.test(line)) return undefined;
  return { closes: (later) => !HUNK_LINE_REGEXP.test(later), endsBefore: true };
}

const PATCH_START = "*** Begin Patch";
const PATCH_END = "*** End Patch";

function openPatch(line: string): ForeignBlock | undefined {
  if (!line.startsWith(PATCH_START)) return undefined;
  return { closes: (later) => later.startsWith(PATCH_END) };
}

function openShell(line: string): ForeignBlock | undefined {
  return line.startsWith("$ ") ? { closes: (later) => later.trim() === "" } : undefined;
}
