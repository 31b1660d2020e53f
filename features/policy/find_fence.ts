import { cutFrontMatter, type FileContext, type FrontMatter } from "@dossier/retrieval/notation";

/** A code fence in a Markdown text, and the text around it. */
export interface Fence {
  readonly before: string;
  readonly content: string;
  readonly after: string;
  /** The line at which the content begins, 1-based. */
  readonly line: number;
}

const FENCE_REGEXP = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;

/**
 * Returns the first fence with an info string that is not inside another fence; undefined when
 * there is none or it is not closed.
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

/** A line that may precede metadata: an empty one, a comment, the end of one, or a signature. */
const ABOVE_REGEXP = /^\s*(?:<!--(?:(?!-->).)*-->|-->|# ?ryeos: ?(?:signed|cas):.*)?\s*$/;

/** A line that Rye itself writes into a file, and that is not part of its text. */
const MARK_REGEXP =
  /^\s*(?:<!-- ?(?:rye|ryeos|kiwi-mcp):(?:(?!-->).)*-->|# ?ryeos: ?(?:signed|cas):.*)?\s*$/;

/** The line that opens metadata. */
const OPEN_REGEXP = /^(?:---|```yaml)\s*$/;

/** Returns true when a text of Rye begins with metadata, between dashes or in a fence of YAML. */
export function hasRyeMetadata(text: string): boolean {
  return OPEN_REGEXP.test(text.split("\n").find((line) => !ABOVE_REGEXP.test(line)) ?? "");
}

/** The metadata and the body of a text of Rye. */
export interface RyeHeader extends FrontMatter {
  /** True when it has metadata, which may be empty. */
  readonly hasMetadata: boolean;
}

/**
 * Returns the metadata of a text of Rye, between dashes or in a fence of YAML at its top, and the
 * text after it. Comments may precede it; a fence within the text is part of the text. Without
 * metadata, the lines that Rye writes at the top are removed.
 *
 * @throws {PolicyError} When its front matter is not closed.
 */
export function cutRyeHeader(text: string, place: FileContext): RyeHeader {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => !ABOVE_REGEXP.test(line));
  const above = "\n".repeat(Math.max(0, first));
  const rest = above + lines.slice(Math.max(0, first)).join("\n");
  const line = lines[first]?.trimEnd();
  if (line === "---") return { ...cutFrontMatter(rest, place), hasMetadata: true };
  const fence = line === "```yaml" ? findFence(rest, "yaml") : undefined;
  if (fence !== undefined) {
    const metadata = "\n".repeat(fence.line - 1) + fence.content;
    return { metadata, body: fence.after, hasMetadata: true };
  }
  const own = lines.findIndex((one) => !MARK_REGEXP.test(one));
  return { metadata: "", body: lines.slice(Math.max(0, own)).join("\n"), hasMetadata: false };
}
