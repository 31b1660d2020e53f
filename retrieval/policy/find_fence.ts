/** A fence of code in a Markdown text, and what stands around it. */
export interface Fence {
  readonly before: string;
  readonly content: string;
  readonly after: string;
  /** The line that the content begins at, 1-based. */
  readonly line: number;
}

const FENCE_REGEXP = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;

/**
 * Returns the first fence with an info string that is not within another fence; undefined when there is none
 * or it is not closed.
 */
export function findFence(text: string, info: string): Fence | undefined {
  const lines = text.split("\n");
  let open: { readonly mark: string; readonly info: string; readonly index: number } | undefined;
  for (const [index, line] of lines.entries()) {
    const [, mark, written = ""] = FENCE_REGEXP.exec(line) ?? [];
    if (mark === undefined) continue;
    if (open === undefined) {
      open = { mark, info: written.trim(), index };
    } else if (mark.startsWith(open.mark) && written.trim() === "") {
      if (open.info === info) {
        return {
          before: lines.slice(0, open.index).join("\n"),
          content: lines.slice(open.index + 1, index).join("\n"),
          after: lines.slice(index + 1).join("\n"),
          line: open.index + 2,
        };
      }
      open = undefined;
    }
  }
  return undefined;
}
