import type { Issue } from "./issue.ts";

/** Returns what an issue says, as one text to be parsed: its title, a blank line, its description. */
export function issueText({ title, description }: Pick<Issue, "title" | "description">): string {
  return [title.trim(), description.trim()].filter((part) => part !== "").join("\n\n");
}
