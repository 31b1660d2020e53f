/** A line of Markdown, and what is around it. */
export interface MarkdownLine {
  /** The line without its end. */
  readonly text: string;
  /** What follows the opening fence around it, such as `manifest`; undefined outside of fences. */
  readonly info: string | undefined;
}

const LINE_END_REGEXP = /\r\n|\r|\n/;
const FENCE_REGEXP = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})[ \t]*(.*)$/;

/** Returns the lines of a Markdown text without its fences, each with what its fence is for. */
export function listLines(text: string): readonly MarkdownLine[] {
  const lines: MarkdownLine[] = [];
  let open: { readonly marks: string; readonly info: string } | undefined;
  for (const line of text.split(LINE_END_REGEXP)) {
    const [, marks = "", info = ""] = FENCE_REGEXP.exec(line) ?? [];
    if (open === undefined && marks !== "") open = { marks, info: info.trim() };
    else if (open !== undefined && info === "" && marks.startsWith(open.marks)) open = undefined;
    else lines.push({ text: line, info: open?.info });
  }
  return lines;
}
