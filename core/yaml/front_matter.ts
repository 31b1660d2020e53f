/** A text in two parts. */
export interface SplitText {
  /** The text between the lines of dashes; undefined without front matter. */
  readonly frontMatter: string | undefined;
  /** The text after it. */
  readonly body: string;
  /** Line on which the body starts, 1-based. */
  readonly bodyLine: number;
  /** Whether the text begins with a line of dashes and no other one closes it. */
  readonly isUnclosed: boolean;
}

const FRONT_MATTER_REGEXP =
  /^\uFEFF?---[ \t]*(?:\r\n|\n)(?:([^]*?)(?:\r\n|\n))??---[ \t]*(?:\r\n|\n|$)/;

const OPEN_REGEXP = /^\uFEFF?---[ \t]*\r?\n/;

/**
 * Returns the front matter of a Markdown text and the rest. Without a closing line of dashes all of it is
 * the body.
 */
export function splitFrontMatter(text: string): SplitText {
  const match = FRONT_MATTER_REGEXP.exec(text);
  if (match === null) {
    return { frontMatter: undefined, body: text, bodyLine: 1, isUnclosed: OPEN_REGEXP.test(text) };
  }
  const [head, frontMatter = ""] = match;
  const bodyLine = head.trimEnd().split("\n").length + 1;
  return { frontMatter, body: text.slice(head.length), bodyLine, isUnclosed: false };
}
