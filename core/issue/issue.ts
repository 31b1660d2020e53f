/** Files of a task, as paths relative to the root with `/` separators. */
export interface WorkManifest {
  /** Files that the agent may edit. */
  readonly primary: readonly string[];
  /** Files that the agent may read. */
  readonly read: readonly string[];
  /** Files that the agent may not touch: they are named, but never shown. */
  readonly forbidden: readonly string[];
  /** Number of the version, from 1. */
  readonly version: number;
}

/** Task of a tracker. */
export interface Issue {
  /** Name in the tracker; may be empty. */
  readonly id: string;
  /** One line; may be empty. */
  readonly title: string;
  /** The text; may be empty. */
  readonly description: string;
  /** Type such as `bug` or `feature`. */
  readonly type?: string;
  /** Labels in the given order. */
  readonly labels: readonly string[];
  /** Files that may be edited and read. */
  readonly manifest?: WorkManifest;
}

/** Returns an issue as one text: title, blank line, description. */
export function issueText({ title, description }: Pick<Issue, "title" | "description">): string {
  return [title.trim(), description.trim()].filter((part) => part !== "").join("\n\n");
}
