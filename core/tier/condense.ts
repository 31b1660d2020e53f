import { findHtmlEnd } from "../chunk/html_block.ts";
import { splitFrontMatter } from "../yaml/mod.ts";

const HEADING_REGEXP = /^#{1,6} +\S/;
const FENCE_REGEXP = /^\s*(?:```|~~~)/;
const RULE_REGEXP = /^\s*(?:-{3,}|\*{3,}|_{3,}|=+)\s*$/;
const TABLE_REGEXP = /^\s*\|/;

/**
 * Returns the gist of a Markdown text: each heading, and the first paragraph below it. Code, HTML that holds code, comments,
 * tables, lists behind a paragraph and metadata are left out.
 *
 * @example
 * ```ts
 * import { condenseMarkdown } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * assert.equal(condenseMarkdown("# A\n\nOne.\n\nTwo.\n\n## B\n- x\n- y\n\nz"), "# A\n\nOne.\n\n## B\n\n- x\n- y\n");
 * ```
 */
export function condenseMarkdown(text: string): string {
  const blocks: string[] = [];
  let paragraph: string[] = [];
  let isWanted = true;
  let isFenced = false;
  let htmlEnd: RegExp | undefined;
  const close = () => {
    if (paragraph.length === 0) return;
    blocks.push(paragraph.join("\n"));
    paragraph = [];
    isWanted = false;
  };
  for (const line of splitFrontMatter(text).body.split(/\r?\n/)) {
    if (!isFenced) htmlEnd ??= findHtmlEnd(line.trim());
    if (htmlEnd !== undefined) {
      close();
      if (htmlEnd.test(line)) htmlEnd = undefined;
    } else if (FENCE_REGEXP.test(line)) {
      close();
      isFenced = !isFenced;
    } else if (isFenced) continue;
    else if (HEADING_REGEXP.test(line)) {
      close();
      blocks.push(line.trimEnd());
      isWanted = true;
    } else if (line.trim() === "" || RULE_REGEXP.test(line) || TABLE_REGEXP.test(line)) close();
    else if (isWanted) paragraph.push(line.trimEnd());
  }
  close();
  return blocks.length === 0 ? "" : `${blocks.join("\n\n")}\n`;
}
