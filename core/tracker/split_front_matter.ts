/** A text cut where its front matter ends. */
export interface SplitText {
  /** What stands between the lines of dashes, without them; undefined when there is no front matter. */
  readonly frontMatter: string | undefined;
  /** The text after it. */
  readonly body: string;
}

const FRONT_MATTER_REGEXP =
  /^\uFEFF?---[ \t]*(?:\r\n|\n)(?:([^]*?)(?:\r\n|\n))??---[ \t]*(?:\r\n|\n|$)/;

/**
 * Returns the front matter of a Markdown text, which begins in its second line, and what follows it.
 * Without a closing line of dashes the whole is text.
 */
export function splitFrontMatter(text: string): SplitText {
  const match = FRONT_MATTER_REGEXP.exec(text);
  if (match === null) return { frontMatter: undefined, body: text };
  return { frontMatter: match[1] ?? "", body: text.slice(match[0].length) };
}
