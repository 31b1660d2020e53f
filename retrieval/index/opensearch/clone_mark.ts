import type { Note } from "@dossier/core";
import { writeAtomically } from "../../machine/mod.ts";
import { readGitText } from "../../tree/mod.ts";

/** File in the git folder of a clone that was made from a cluster. */
const MARK_FILE = "dossier-clone.json";

/** Version of the file; it is raised when its fields change. */
const MARK_FORM = 1;

/** Characters of a commit id in sentences. */
const SHORT_ID_LENGTH = 12;

/** Contents of a clone that was made from a cluster. */
export interface CloneMark {
  /** Name of the repository in the cluster. */
  readonly repository: string;
  /** View that the clone follows: a branch, a commit id, or the newest. */
  readonly view: string;
  /** Commit that is checked out. */
  readonly commit: string;
  /** Time at which that was sent to the cluster, ISO 8601. */
  readonly updated: string;
  /** Packs that git has read. */
  readonly segments: readonly string[];
}

/** Returns the mark of a clone; undefined for other repositories, and for a clone that another version made. */
export function readCloneMark(gitFolder: string): CloneMark | undefined {
  const text = readGitText(`${gitFolder}/${MARK_FILE}`);
  if (text === undefined) return undefined;
  try {
    const { form, ...mark } = JSON.parse(text) as CloneMark & { readonly form: number };
    return form === MARK_FORM ? mark : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the mark of a clone, atomically. */
export function writeCloneMark(gitFolder: string, mark: CloneMark): void {
  writeAtomically(`${gitFolder}/${MARK_FILE}`, JSON.stringify({ form: MARK_FORM, ...mark }));
}

/** Returns the note of answers about a clone: how fresh it is. */
export function noteClone({ repository, view, commit, updated }: CloneMark): Note {
  const time = updated.replace(/\.\d+Z$/, "Z");
  const short = commit.slice(0, SHORT_ID_LENGTH);
  return {
    code: "from-cluster",
    message:
      `Files of commit ${short} of "${repository}" (${view}), sent to the cluster at ${time}`,
  };
}
