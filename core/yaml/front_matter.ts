/** Text divided into front matter and body. */
export interface SplitText {
  /** Text between the lines of dashes; undefined without front matter. */
  readonly frontMatter: string | undefined;
  /** Text after the front matter. */
  readonly body: string;
  /** First line of the body, 1-based. */
  readonly bodyLine: number;
  /** True when the text begins with a line of dashes and no other line closes it. */
  readonly isUnclosed: boolean;
}

const FRONT_MATTER_REGEXP =
  /^\uFEFF?---[ \t]*(?:\r\n|\n)(?:([^]*?)(?:\r\n|\n))??---[ \t]*(?:\r\n|\n|$)/;

const OPEN_REGEXP = /^\uFEFF?---[ \t]*\r?\n/;

/**
 * Returns the front matter and the body of a Markdown text. Without a closing line of dashes, the
 * whole text is the body.
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
