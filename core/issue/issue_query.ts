import type { Issue } from "./issue.ts";

/**
 * Returns the text of an issue as a query: its title, a blank line and its description; one of them
 * alone when the other is empty.
 *
 * @example
 * ```ts
 * import { issueQuery } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const issue = { id: "", title: "Retry uploads", description: "They fail.", labels: [] };
 * assert.equal(issueQuery(issue), "Retry uploads\n\nThey fail.");
 * ```
 */
export function issueQuery({ title, description }: Issue): string {
  return [title, description].filter((text) => text.trim() !== "").join("\n\n");
}
