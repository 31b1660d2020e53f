import type { Note } from "@dossier/core";
import { writeAtomically } from "../../machine/mod.ts";
import { readGitText } from "../../tree/mod.ts";

/** File in the git folder of a clone that was made from a cluster. */
const RECORD_FILE = "dossier-clone.json";

/** Version of the file; it is raised when its fields change. */
const RECORD_FORMAT = 1;

/** Characters of a commit id in sentences. */
const SHORT_ID_LENGTH = 12;

/** Contents of a clone that was made from a cluster. */
export interface CloneRecord {
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
export function readCloneRecord(gitFolder: string): CloneRecord | undefined {
  const text = readGitText(`${gitFolder}/${RECORD_FILE}`);
  if (text === undefined) return undefined;
  try {
    const { form, ...mark } = JSON.parse(text) as CloneRecord & { readonly form: number };
    return form === RECORD_FORMAT ? mark : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the mark of a clone, atomically. */
export function writeCloneRecord(gitFolder: string, mark: CloneRecord): void {
  writeAtomically(`${gitFolder}/${RECORD_FILE}`, JSON.stringify({ form: RECORD_FORMAT, ...mark }));
}

/** Returns the note of answers about a clone: how fresh it is. */
export function buildCloneNote({ repository, view, commit, updated }: CloneRecord): Note {
  const time = updated.replace(/\.\d+Z$/, "Z");
  const short = commit.slice(0, SHORT_ID_LENGTH);
  return {
    code: "from-cluster",
    message:
      `Files of commit ${short} of "${repository}" (${view}), sent to the cluster at ${time}`,
  };
}
