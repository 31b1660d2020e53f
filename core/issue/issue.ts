/** The files of a task, as paths relative to the root with `/` separators. */
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

/** A task of a tracker. */
export interface Issue {
  /** Name in the tracker; may be empty. */
  readonly id: string;
  /** One line; may be empty. */
  readonly title: string;
  /** The text; may be empty. */
  readonly description: string;
  /** Such as `bug` or `feature`. */
  readonly type?: string;
  /** Labels in the order given. */
  readonly labels: readonly string[];
  /** The files that may be edited and read. */
  readonly manifest?: WorkManifest;
}

/** Returns an issue as one text: title, blank line, description. */
export function issueText({ title, description }: Pick<Issue, "title" | "description">): string {
  return [title.trim(), description.trim()].filter((part) => part !== "").join("\n\n");
}
