import { dirname } from "node:path";
import { isStraight, readPlainFile, REFUSALS } from "@dossier/retrieval/files";
import { UsageError } from "../arguments/command.ts";
import { reasonOf, WriteError } from "../write_error.ts";
import { configError, ENTRY_NAME, type HostEntry } from "./config_format.ts";
import type { HostFile } from "./host.ts";

/** What became of a configuration, or what would. */
export type EditOutcome = "added" | "changed" | "unchanged" | "removed" | "absent";

/** What of ours a file is to have. */
export type FileEdit = Pick<HostFile, "format" | "isOwn"> & {
  /** The entry; undefined takes it out. */
  readonly entry: HostEntry | undefined;
};

/** What is going to become of a file. */
export interface PlannedEdit {
  /** For each edit, in order. */
  readonly outcomes: readonly EditOutcome[];
  /**
   * Writes the file if it changes, at once or not at all.
   *
   * @throws {WriteError} When it can not be written.
   */
  write(): void;
}

/**
 * Returns what becomes of a file when entries are added to it, changed or removed, one after the other. All that
 * others wrote stays as it is. A link of the user's stays, and what it leads to changes, whether it is there yet
 * or not; it is never removed, but emptied. A link that a project holds is refused. Folders that are left empty go.
 *
 * @param options.path Absolute path of the file.
 * @param options.base Absolute path of a folder that stays, however empty.
 * @param options.project Absolute path of the project that holds it: where its links lead is not the user's choice.
 * @throws {UsageError} When the file can not be read as what it should be, or another program has the name.
 */
export function planEdits(
  edits: readonly FileEdit[],
  { path, base, project }: {
    readonly path: string;
    readonly base?: string | undefined;
    readonly project?: string | undefined;
  },
): PlannedEdit {
  const name = `"${path}"`;
  const before = readText(path, project);
  const outcomes: EditOutcome[] = [];
  const after = edits.reduce((text, edit) => {
    const { outcome, text: next } = applyEdit(text, edit, name);
    outcomes.push(outcome);
    return next;
  }, before);
  return {
    outcomes,
    write() {
      if (after === before) return;
      writeText(path, { text: after, empty: edits[0]!.format.empty });
      if (after === undefined && base !== undefined) removeEmpty(dirname(path), base);
    },
  };
}

function applyEdit(
  text: string | undefined,
  { format, isOwn, entry }: FileEdit,
  name: string,
): { readonly outcome: EditOutcome; readonly text: string | undefined } {
  const known = text === undefined ? undefined : format.find(text, name);
  if (known !== undefined && !isOwn(known)) {
    throw configError(name, {
      rule: `"${ENTRY_NAME}" in it starts another program`,
      mend: "rename or remove that entry first",
    });
  }
  if (entry === undefined) {
    if (text === undefined || known === undefined) return { outcome: "absent", text };
    return { outcome: "removed", text: format.remove(text, name) };
  }
  const added = format.add(text, entry, name);
  if (added === text) return { outcome: "unchanged", text };
  return { outcome: known === undefined ? "added" : "changed", text: added };
}

function readText(path: string, project: string | undefined): string | undefined {
  const name = `"${path}"`;
  const read = readPlainFile(path, { below: project });
  if (read.kind === "refused") {
    if (read.cause instanceof Deno.errors.NotADirectory) {
      const rule = `it can not be read (${reasonOf(read.cause)})`;
      throw configError(name, { rule, mend: "correct that first" });
    }
    if (read.reason === "missing" && isPlaceFree(path, project)) return undefined;
    const { reason, message } = read;
    throw new UsageError(
      `Cannot change ${name} as ${reason === "missing" ? REFUSALS.outside : message}`,
      { cause: read.cause },
    );
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(read.bytes);
  } catch {
    throw configError(name, { rule: "it is no UTF-8 text", mend: "correct it first" });
  }
}

/** Returns whether a file can be made at a path without going through a link that the project holds. */
function isPlaceFree(path: string, project: string | undefined): boolean {
  if (project === undefined) return true;
  try {
    return isStraight(path, project);
  } catch {
    // A folder that is missing is made; one that is no folder is told of when it is to be written.
    return true;
  }
}

/** Has a file hold a text, or be no more; what a link leads to holds an empty text instead. */
function writeText(
  path: string,
  { text, empty }: { readonly text: string | undefined; readonly empty: string },
): void {
  const real = followLinks(path);
  try {
    if (text === undefined && real === path) Deno.removeSync(path);
    else replaceFile(real, text ?? empty);
  } catch (error) {
    throw new WriteError(real, error);
  }
}

/** Removes a folder that holds nothing, and those above it that it was all of, as far as `base`. */
function removeEmpty(folder: string, base: string): void {
  if (!folder.startsWith(`${base}/`)) return;
  try {
    const isEmpty = Deno.readDirSync(folder)[Symbol.iterator]().next().done ?? false;
    if (!isEmpty || Deno.lstatSync(folder).isSymlink) return;
    Deno.removeSync(folder);
  } catch {
    // It is of no use, and does no harm either.
    return;
  }
  removeEmpty(dirname(folder), base);
}

/** Returns the path that the links at the end of a path lead to, be there anything or not. */
function followLinks(path: string): string {
  if (!(statOrUndefined(path, Deno.lstatSync)?.isSymlink)) return path;
  const target = Deno.readLinkSync(path);
  // Not put together any further: where a folder is a link, ".." is seen from what it leads to.
  return followLinks(target.startsWith("/") ? target : `${dirname(path)}/${target}`);
}

/** Replaces a file that is no link by a text at once, its mode and its owner kept. */
function replaceFile(path: string, text: string): void {
  const known = statOrUndefined(path);
  const mode = (known?.mode ?? NEW_MODE) & MODE_BITS;
  const folder = dirname(path);
  Deno.mkdirSync(folder, { recursive: true });
  const temporary = Deno.makeTempFileSync({ dir: folder, prefix: ".dossier-" });
  try {
    {
      using file = Deno.openSync(temporary, { write: true, truncate: true });
      const bytes = new TextEncoder().encode(text);
      for (let done = 0; done < bytes.length;) done += file.writeSync(bytes.subarray(done));
      file.syncSync();
    }
    const { uid } = Deno.statSync(temporary);
    if (known !== undefined && known.uid !== uid) Deno.chownSync(temporary, known.uid, known.gid);
    Deno.chmodSync(temporary, mode);
    Deno.renameSync(temporary, path);
  } catch (error) {
    Deno.removeSync(temporary);
    throw error;
  }
}

/** Mode of a new file: others may read it, as a project's files may be. */
const NEW_MODE = 0o644;

const MODE_BITS = 0o7777;

function statOrUndefined(path: string, stat = Deno.statSync): Deno.FileInfo | undefined {
  try {
    return stat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
