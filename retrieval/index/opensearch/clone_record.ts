import type { Note } from "@dossier/core";
import { writeAtomically } from "../../machine/mod.ts";
import { readGitText } from "../../tree/mod.ts";

/** Name of the file, in the git folder of a clone from a cluster, that contains its record. */
const RECORD_FILE = "dossier-clone.json";

/** Version of the format of the file. It is increased when a field changes. */
const RECORD_FORMAT = 1;

/** Number of characters of a commit id in messages. */
const SHORT_ID_LENGTH = 12;

/** Record of the contents of a clone from a cluster. */
export interface CloneRecord {
  /** Name of the repository in the cluster. */
  readonly repository: string;
  /** View that the clone follows: a branch, a commit id, or the newest. */
  readonly view: string;
  /** Id of the checked-out commit. */
  readonly commit: string;
  /** Time at which the commit was sent to the cluster, ISO 8601. */
  readonly updated: string;
  /** Names of the segments whose packs git has read. */
  readonly segments: readonly string[];
}

/**
 * Returns the record of a clone; undefined for other repositories, and for a clone made by another
 * version of the program.
 */
export function readCloneRecord(gitFolder: string): CloneRecord | undefined {
  const text = readGitText(`${gitFolder}/${RECORD_FILE}`);
  if (text === undefined) return undefined;
  try {
    const { form, ...record } = JSON.parse(text) as CloneRecord & { readonly form: number };
    return form === RECORD_FORMAT ? record : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the record of a clone atomically. */
export function writeCloneRecord(gitFolder: string, record: CloneRecord): void {
  writeAtomically(
    `${gitFolder}/${RECORD_FILE}`,
    JSON.stringify({ form: RECORD_FORMAT, ...record }),
  );
}

/** Returns the note that every answer about a clone has: its commit, and the time when it was sent. */
export function buildCloneNote({ repository, view, commit, updated }: CloneRecord): Note {
  const time = updated.replace(/\.\d+Z$/, "Z");
  const short = commit.slice(0, SHORT_ID_LENGTH);
  return {
    code: "from-cluster",
    message:
      `Files of commit ${short} of "${repository}" (${view}), sent to the cluster at ${time}`,
  };
}
