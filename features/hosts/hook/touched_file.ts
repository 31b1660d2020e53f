import { type HookInput, readToolUse } from "../core/host/mod.ts";
import type { ActivityEvent, RecordedActivity } from "@dossier/retrieval/state";
import { contentHash, readPlainFileAsync, realPathOrUndefined } from "@dossier/retrieval/machine";
import { listSinceCompaction } from "./hook_session.ts";

/**
 * Maximum number of bytes of a file that hosts show as a whole: most cut a file with more than
 * 2,000 lines, or some 10,000 tokens.
 */
const WHOLE_FILE_BYTES = 32 * 1024;

/** A file of the tree that a tool was used on. */
export interface TouchedFile {
  /** Path relative to the root. */
  readonly path: string;
  readonly kind: "read" | "edit";
  readonly isWhole: boolean;
}

/** Returns the files of a tree that the tool of an event reads or changes. */
export async function listTouched(
  { tool, folder }: Pick<HookInput, "tool" | "folder">,
  root: string,
): Promise<readonly TouchedFile[]> {
  const use = tool && readToolUse(tool);
  if (use === undefined) return [];
  const paths = await listTreePaths(use.paths, { folder, root });
  return paths.flatMap((path) => path === undefined || path === "" ? [] : [{ ...use, path }]);
}

/** Returns the paths of a host relative to a tree; undefined for a path outside of it. */
export async function listTreePaths(
  paths: readonly string[],
  { folder, root }: { readonly folder: string | undefined; readonly root: string },
): Promise<readonly (string | undefined)[]> {
  const { toTreePath } = await import("@dossier/retrieval/tree-path");
  return paths.map((written) => {
    if (written.startsWith("~")) return undefined;
    const absolute = written.startsWith("/") ? written : `${folder ?? root}/${written}`;
    // A host may name the tree by a symbolic link.
    return toTreePath(absolute, root) ??
      toTreePath(realPathOrUndefined(absolute) ?? absolute, root);
  });
}

/**
 * Returns records with the hashes of files that the session has seen as a whole, or changed after
 * that: the session has them as long as they do not change.
 */
export async function addHashes(
  notes: readonly ActivityEvent[],
  touched: readonly TouchedFile[],
  { before, root }: { readonly before: readonly RecordedActivity[]; readonly root: string },
): Promise<readonly ActivityEvent[]> {
  return await Promise.all(notes.map(async (note) => {
    const file = touched.find(({ kind, path }) => kind === note.kind && path === note.value);
    if (file === undefined) return note;
    const isSeen = file.isWhole || file.kind === "edit" && hasSeenWhole(before, file.path);
    const hash = isSeen ? await hashWholeFile(`${root}/${file.path}`) : undefined;
    return hash === undefined ? note : { ...note, hash };
  }));
}

/** Returns true when a session has seen a whole file, in the state of its last use. */
function hasSeenWhole(before: readonly RecordedActivity[], path: string): boolean {
  const last = listSinceCompaction(before)
    .findLast(({ kind, value }) => (kind === "read" || kind === "edit") && value === path);
  return last?.hash !== undefined;
}

async function hashWholeFile(path: string): Promise<string | undefined> {
  const read = await readPlainFileAsync(path, { maxBytes: WHOLE_FILE_BYTES });
  return read.kind === "bytes" ? await contentHash(read.bytes) : undefined;
}
