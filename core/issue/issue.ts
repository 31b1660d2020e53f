/** Files that a task may be about, as paths relative to the root with `/` separators. */
export interface WorkManifest {
  /** Files that the agent may edit. */
  readonly primary: readonly string[];
  /** Files that it may read and should know in outline. */
  readonly read: readonly string[];
  /** Files that it may not touch: named, their content never shown. */
  readonly forbidden: readonly string[];
  /** Counts the changes of the manifest, from 1. */
  readonly version: number;
}

/** A task as a tracker holds it, before anything is looked up. */
export interface Issue {
  /** What the tracker calls it; empty when it has no name for it. */
  readonly id: string;
  /** One line; empty when there is none. */
  readonly title: string;
  /** The text; empty when there is none. */
  readonly description: string;
  /** Such as `bug` or `feature`; absent when the tracker does not say. */
  readonly type?: string;
  /** Labels in the order given. */
  readonly labels: readonly string[];
  /** What may be edited and read; absent when nobody has predicted it. */
  readonly manifest?: WorkManifest;
}
