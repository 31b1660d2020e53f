import { lstatOrUndefined, RetrievalError } from "../machine/mod.ts";

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
  /** What there was; absent where there was nothing. */
  readonly before?: Uint8Array;
}

/**
 * Puts texts in the place of files, all of them or none: each is written beside its place first, and where one can
 * not be put there, those before it are as they were. Nothing is written through a link.
 *
 * @param options.rename Puts a file in its place. @default Deno.renameSync
 * @throws {RetrievalError} `state-unwritable` when one can not be written.
 */
export function replaceFiles(
  root: string,
  changes: readonly FileReplacement[],
  { rename = Deno.renameSync }: { readonly rename?: (from: string, to: string) => void } = {},
): void {
  const drafts: Draft[] = [];
  const done: Draft[] = [];
  try {
    for (const change of changes) drafts.push(writeDraft(root, change));
    for (const file of drafts) {
      rename(file.draft, file.target);
      done.push(file);
    }
  } catch (error) {
    for (const file of done.reverse()) restore(file);
    if (error instanceof RetrievalError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw unwritable(changes[done.length]?.path ?? root, reason, error);
  } finally {
    for (const { draft } of drafts) if (lstatOrUndefined(draft)) Deno.removeSync(draft);
  }
}

function writeDraft(root: string, { path, text }: FileReplacement): Draft {
  makeFolders(root, path);
  const target = `${root}/${path}`;
  const found = lstatOrUndefined(target);
  if (found !== undefined && !found.isFile) throw unwritable(path, "it is no regular file");
  const draft = `${target}.${crypto.randomUUID()}`;
  const before = found && Deno.readFileSync(target);
  Deno.writeTextFileSync(draft, text, { createNew: true });
  return { target, draft, ...(before === undefined ? {} : { before }) };
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

function restore({ target, draft, before }: Draft): void {
  if (before === undefined) Deno.removeSync(target);
  else {
    Deno.writeFileSync(draft, before, { createNew: true });
    Deno.renameSync(draft, target);
  }
}

function unwritable(path: string, reason: string, cause?: unknown): RetrievalError {
  const mend = "make its folder writable, then run this again";
  return new RetrievalError("state-unwritable", `Cannot write "${path}" (${reason}): ${mend}`, {
    cause,
  });
}
