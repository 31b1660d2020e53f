import type { ReadIssue } from "./read_issue.ts";
import { maskSecrets } from "../secrets/mod.ts";

/** Returns what was read of an issue without the secrets in its title and its description. */
export async function maskIssue({ issue, notes, ...rest }: ReadIssue): Promise<ReadIssue> {
  const parts = [issue.title, issue.description].map((text) => ({
    path: issue.id || "the issue",
    startLine: 1,
    text,
  }));
  const { texts: [title, description], notes: masked } = await maskSecrets(parts);
  return {
    ...rest,
    issue: {
      ...issue,
      title: title?.text ?? issue.title,
      description: description?.text ?? issue.description,
    },
    notes: [...notes, ...masked],
  };
}
