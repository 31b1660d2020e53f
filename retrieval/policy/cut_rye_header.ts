import { findFence } from "./find_fence.ts";
import type { ReadPlace } from "./placed_text.ts";
import { cutFrontMatter, type FrontMatter } from "./read_yaml.ts";

/** A line that may stand above metadata: nothing, a comment, the end of one, or a signature. */
const ABOVE_REGEXP = /^\s*(?:<!--(?:(?!-->).)*-->|-->|# ?ryeos: ?(?:signed|cas):.*)?\s*$/;

/** A line that Rye writes of a file, and that is no part of its text. */
const MARK_REGEXP =
  /^\s*(?:<!-- ?(?:rye|ryeos|kiwi-mcp):(?:(?!-->).)*-->|# ?ryeos: ?(?:signed|cas):.*)?\s*$/;

/** The line that opens metadata. */
const OPEN_REGEXP = /^(?:---|```yaml)\s*$/;

/** Returns whether a text of Rye opens with metadata, between dashes or in a fence of YAML. */
export function hasRyeMetadata(text: string): boolean {
  return OPEN_REGEXP.test(text.split("\n").find((line) => !ABOVE_REGEXP.test(line)) ?? "");
}

/** The two halves of a text of Rye. */
export interface RyeHeader extends FrontMatter {
  /** Whether it has metadata, which may be empty. */
  readonly hasMetadata: boolean;
}

/**
 * Returns the metadata of a text of Rye, between dashes or in a fence of YAML at its top, and what stands behind it.
 * Comments may stand above; a fence within the text belongs to it. Of a text without metadata what Rye itself has
 * written at its top is left out.
 *
 * @throws {PolicyError} When its front matter is not closed.
 */
export function cutRyeHeader(text: string, place: ReadPlace): RyeHeader {
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
