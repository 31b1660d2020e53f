import { dirname } from "node:path";
import { draftPath } from "@dossier/retrieval/drafts";
import { WriteError } from "@dossier/retrieval/write-error";

/** A new text for a file. */
export interface HostFileReplacement {
  /** Absolute path; of a symbolic link the target is replaced. */
  readonly path: string;
  /** Undefined for a missing file. */
  readonly before: string | undefined;
  /** Undefined removes the file. */
  readonly after: string | undefined;
  /** Absolute path of a folder that stays even when empty; undefined removes no folders. */
  readonly base?: string | undefined;
}

/**
 * Replaces files, all of them or none: their new and old texts are on disk beside them before the
 * first one changes. Modes, owners and symbolic links stay, and folders that are left empty are
 * removed.
 *
 * @throws {WriteError} When one cannot be written; then all are unchanged.
 */
export function replaceHostFiles(replacements: readonly HostFileReplacement[]): void {
  const staged: StagedFile[] = [];
  let isDone = false;
  let current = "";
  try {
    for (const replacement of replacements) {
      if (replacement.before === replacement.after) continue;
      current = replacement.path;
      const file = new StagedFile(replacement);
      current = file.path;
      staged.push(file);
      file.stage();
    }
    for (const file of staged) {
      current = file.path;
      file.commit();
    }
    isDone = true;
  } catch (error) {
    throw new WriteError(current, error);
  } finally {
    for (const file of staged.toReversed()) file.finish(isDone);
  }
}

/** One file, with its new and old text in files beside it. */
class StagedFile {
  /** Target of the symbolic links at the end of its path. */
  readonly path: string;
  readonly #replacement: HostFileReplacement;
  /** The outermost folder that was created for it. */
  #made: string | undefined;
  #next: string | undefined;
  #previous: string | undefined;
  #isCommitted = false;

  constructor(replacement: HostFileReplacement) {
    this.path = followLinks(replacement.path);
    this.#replacement = replacement;
  }

  stage(): void {
    const { before, after } = this.#replacement;
    this.#made = makeFolder(dirname(this.path));
    this.#next = this.#write(after);
    this.#previous = this.#write(before);
  }

  commit(): void {
    if (this.#next === undefined) Deno.removeSync(this.path);
    else Deno.renameSync(this.#next, this.path);
    this.#next = undefined;
    this.#isCommitted = true;
  }

  /** Removes temporary files; on a failure it restores the file. */
  finish(isDone: boolean): void {
    const { path, base, after, before } = this.#replacement;
    if (!isDone && this.#isCommitted) {
      if (before === undefined) Deno.removeSync(this.path);
      else Deno.renameSync(this.#previous!, this.path);
      this.#previous = undefined;
    }
    for (const draft of [this.#next, this.#previous]) {
      if (draft !== undefined) Deno.removeSync(draft);
    }
    if (!isDone && this.#made !== undefined) removeEmpty(dirname(this.path), dirname(this.#made));
    if (!isDone || after !== undefined || base === undefined) return;
    for (const each of new Set([path, this.path])) removeEmpty(dirname(each), base);
  }

  /**
   * Writes a text beside the file, with its mode and owner, and returns the path; undefined for no
   * text.
   */
  #write(text: string | undefined): string | undefined {
    if (text === undefined) return undefined;
    const known = statOrUndefined(this.path);
    const draft = draftPath(this.path);
    try {
      {
        using file = Deno.openSync(draft, { write: true, createNew: true, mode: DRAFT_MODE });
        const bytes = new TextEncoder().encode(text);
        for (let done = 0; done < bytes.length;) done += file.writeSync(bytes.subarray(done));
        file.syncSync();
      }
      const { uid } = Deno.statSync(draft);
      if (known !== undefined && known.uid !== uid) Deno.chownSync(draft, known.uid, known.gid);
      Deno.chmodSync(draft, (known?.mode ?? NEW_MODE) & MODE_BITS);
      return draft;
    } catch (error) {
      if (statOrUndefined(draft) !== undefined) Deno.removeSync(draft);
      throw error;
    }
  }
}

/** Mode of a temporary file, before it gets that of the file. */
const DRAFT_MODE = 0o600;

/** Mode of a new file: readable for others, as files of a project are. */
const NEW_MODE = 0o644;

const MODE_BITS = 0o7777;
const OWNER_WRITE = 0o200;

/** Returns true for an existing file that its owner has made read-only. */
export function isReadOnly(path: string): boolean {
  const mode = statOrUndefined(path)?.mode ?? NEW_MODE;
  return (mode & OWNER_WRITE) === 0;
}

/** Creates a folder with its parents, and returns the outermost that was created. */
function makeFolder(folder: string): string | undefined {
  if (statOrUndefined(folder) !== undefined) return undefined;
  const above = makeFolder(dirname(folder));
  try {
    Deno.mkdirSync(folder);
  } catch (error) {
    if (above !== undefined) removeEmpty(dirname(folder), dirname(above));
    throw error;
  }
  return above ?? folder;
}

/** Removes an empty folder, and its parents that become empty, up to `base`. */
function removeEmpty(folder: string, base: string): void {
  if (!folder.startsWith(`${base}/`)) return;
  try {
    const isEmpty = Deno.readDirSync(folder)[Symbol.iterator]().next().done ?? false;
    if (!isEmpty || Deno.lstatSync(folder).isSymlink) return;
    Deno.removeSync(folder);
  } catch {
    // A folder that stays does no harm.
    return;
  }
  removeEmpty(dirname(folder), base);
}

/** Returns the target of the symbolic links at the end of a path, existing or not. */
function followLinks(path: string): string {
  if (!(statOrUndefined(path, Deno.lstatSync)?.isSymlink)) return path;
  const target = Deno.readLinkSync(path);
  // Not normalised: in a linked folder, ".." is relative to the target.
  return followLinks(target.startsWith("/") ? target : `${dirname(path)}/${target}`);
}

function statOrUndefined(path: string, stat = Deno.statSync): Deno.FileInfo | undefined {
  try {
    return stat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
