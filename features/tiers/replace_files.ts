import {
  draftPath,
  isDiskFull,
  lstatOrUndefined,
  RetrievalError,
} from "@dossier/retrieval/machine";

/** A new text for a file. */
export interface FileReplacement {
  /** Path relative to the root. */
  readonly path: string;
  readonly text: string;
}

/** A change whose new text is written beside its target. */
interface Draft {
  readonly target: string;
  readonly draft: string;
  /** Mode of the old file. */
  readonly writing: Deno.WriteFileOptions;
  /** The old bytes; absent for a new file. */
  readonly before?: Uint8Array;
}

/**
 * Replaces the texts of files, all of them or none: each is written beside its target first, and
 * when one cannot be moved, the earlier ones are restored. Symbolic links are not followed.
 *
 * @param options.rename Moves a file to its target. @default Deno.renameSync
 * @throws {RetrievalError} `state-unwritable` when one cannot be written, `disk-full`.
 */
export function replaceFiles(
  root: string,
  changes: readonly FileReplacement[],
  { rename = Deno.renameSync }: { readonly rename?: (from: string, to: string) => void } = {},
): void {
  const drafts: Draft[] = [];
  const done: Draft[] = [];
  let current = "";
  try {
    for (const { path, text } of changes) {
      current = path;
      const draft = createDraft(root, path);
      // On a full disk the file exists in part.
      drafts.push(draft);
      Deno.writeTextFileSync(draft.draft, text, draft.writing);
    }
    for (const [at, file] of drafts.entries()) {
      current = changes[at]!.path;
      rename(file.draft, file.target);
      done.push(file);
    }
  } catch (error) {
    for (const file of done.reverse()) restore(file);
    if (error instanceof RetrievalError) throw error;
    if (isDiskFull(error)) throw diskFullError(current, error);
    const reason = error instanceof Error ? error.message : String(error);
    throw unwritableError(current, reason, error);
  } finally {
    for (const { draft } of drafts) if (lstatOrUndefined(draft)) Deno.removeSync(draft);
  }
}

function createDraft(root: string, path: string): Draft {
  makeFolders(root, path);
  const target = `${root}/${path}`;
  const found = lstatOrUndefined(target);
  if (found !== undefined && !found.isFile) throw unwritableError(path, "it is not a regular file");
  const draft = draftPath(target);
  const before = found && Deno.readFileSync(target);
  const writing = { createNew: true, ...(found?.mode ? { mode: found.mode & 0o777 } : {}) };
  return { target, draft, writing, ...(before === undefined ? {} : { before }) };
}

/** Creates the folders above a file one by one, so that none is created through a symbolic link. */
function makeFolders(root: string, path: string): void {
  let folder = root;
  for (const name of path.split("/").slice(0, -1)) {
    folder += `/${name}`;
    const found = lstatOrUndefined(folder);
    if (found === undefined) Deno.mkdirSync(folder);
    else if (!found.isDirectory) throw unwritableError(path, `"${name}" is not a folder`);
  }
}

function restore({ target, draft, writing, before }: Draft): void {
  if (before === undefined) Deno.removeSync(target);
  else {
    Deno.writeFileSync(draft, before, writing);
    Deno.renameSync(draft, target);
  }
}

function unwritableError(path: string, reason: string, cause?: unknown): RetrievalError {
  const fix = "make its folder writable, then run this again";
  return new RetrievalError("state-unwritable", `Cannot write "${path}" (${reason}): ${fix}`, {
    cause,
  });
}

function diskFullError(path: string, cause: unknown): RetrievalError {
  const fix = "free some space, then run this again";
  return new RetrievalError("disk-full", `Cannot write "${path}" as the disk is full: ${fix}`, {
    cause,
  });
}
