import {
  draftPath,
  isDiskFull,
  lstatOrUndefined,
  RetrievalError,
} from "@dossier/retrieval/machine";

/** A file that is to have another text. */
export interface FileReplacement {
  /** Relative to the root. */
  readonly path: string;
  readonly text: string;
}

/** A change whose new text lies beside its place. */
interface Draft {
  readonly target: string;
  readonly draft: string;
  /** Who may read and write it are those who may what there was. */
  readonly writing: Deno.WriteFileOptions;
  /** What there was; absent where there was nothing. */
  readonly before?: Uint8Array;
}

/**
 * Puts texts in the place of files, all of them or none: each is written beside its place first, and where one can
 * not be put there, those before it are as they were. Nothing is written through a link.
 *
 * @param options.rename Puts a file in its place. @default Deno.renameSync
 * @throws {RetrievalError} `state-unwritable` when one can not be written, `disk-full`.
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
      const draft = draftOf(root, path);
      // On a full disk there is a part of it.
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
    if (isDiskFull(error)) throw full(current, error);
    const reason = error instanceof Error ? error.message : String(error);
    throw unwritable(current, reason, error);
  } finally {
    for (const { draft } of drafts) if (lstatOrUndefined(draft)) Deno.removeSync(draft);
  }
}

function draftOf(root: string, path: string): Draft {
  makeFolders(root, path);
  const target = `${root}/${path}`;
  const found = lstatOrUndefined(target);
  if (found !== undefined && !found.isFile) throw unwritable(path, "it is no regular file");
  const draft = draftPath(target);
  const before = found && Deno.readFileSync(target);
  const writing = { createNew: true, ...(found?.mode ? { mode: found.mode & 0o777 } : {}) };
  return { target, draft, writing, ...(before === undefined ? {} : { before }) };
}

/** Makes the folders above a file one by one, so that none is made behind a link. */
function makeFolders(root: string, path: string): void {
  let folder = root;
  for (const name of path.split("/").slice(0, -1)) {
    folder += `/${name}`;
    const found = lstatOrUndefined(folder);
    if (found === undefined) Deno.mkdirSync(folder);
    else if (!found.isDirectory) throw unwritable(path, `"${name}" is no folder`);
  }
}

function restore({ target, draft, writing, before }: Draft): void {
  if (before === undefined) Deno.removeSync(target);
  else {
    Deno.writeFileSync(draft, before, writing);
    Deno.renameSync(draft, target);
  }
}

function unwritable(path: string, reason: string, cause?: unknown): RetrievalError {
  const mend = "make its folder writable, then run this again";
  return new RetrievalError("state-unwritable", `Cannot write "${path}" (${reason}): ${mend}`, {
    cause,
  });
}

function full(path: string, cause: unknown): RetrievalError {
  const mend = "free some space, then run this again";
  return new RetrievalError("disk-full", `Cannot write "${path}" as the disk is full: ${mend}`, {
    cause,
  });
}
