import type { TreeCheck, TreePlace } from "@dossier/retrieval/health";

/** What is looked at: a tree, and who uses it. */
export interface Patient extends TreePlace {
  /** The user's home folder, if there is one. */
  readonly home: string | undefined;
  /** Codex's own folder, where it is not in the home. */
  readonly codexHome: string | undefined;
}

/** One look at one thing of a patient. */
export type Check = TreeCheck<Patient>;
