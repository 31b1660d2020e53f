import { basename, dirname } from "node:path";
import { isStraight, readPlainFile, REFUSALS } from "@dossier/retrieval/files";
import { UsageError } from "../arguments/command.ts";
import { reasonOf, WriteError } from "../write_error.ts";
import { configError, ENTRY_NAME, type HostEntry, isSameValue } from "./config_format.ts";
import type { Host } from "./host.ts";
import { isOwnEntry } from "./host_entry.ts";

/** What became of a configuration, or what would. */
export type EditOutcome = "added" | "changed" | "unchanged" | "removed" | "absent";

/**
 * Adds the entry to the configuration of a host, changes or removes it, and returns which of these. All that
 * others wrote stays as it is; the file is replaced at once or not at all. What the user added to our entry is
 * kept when it changes. A link of the user's stays, and what it leads to changes, whether it is there yet or
 * not; it is never removed, but emptied. A link that a project holds is refused.
 *
 * @param options.path Absolute path of the configuration.
 * @param options.project Absolute path of the project that holds it: where its links lead is not the user's choice.
 * @param options.entry The entry; undefined takes it out.
 * @throws {UsageError} When the file can not be read as what it should be, or another program has the name.
 * @throws {WriteError} When it can not be written.
 */
export function editConfig(
  { format, ownFolder }: Pick<Host, "format" | "ownFolder">,
  { path, project, entry, isDryRun = false }: {
    readonly path: string;
    readonly project?: string | undefined;
    readonly entry: HostEntry | undefined;
    readonly isDryRun?: boolean;
  },
): EditOutcome {
  const name = `"${path}"`;
  const text = readText(path, project);
  const known = text === undefined ? undefined : format.find(text, name);
  if (known !== undefined && !isOwnEntry(known)) {
    throw configError(name, {
      rule: `"${ENTRY_NAME}" in it starts another program`,
      mend: "rename or remove that entry first",
    });
  }
  if (entry === undefined) {
    if (text === undefined || known === undefined) return "absent";
    const rest = format.remove(text, name);
    if (!isDryRun) writeText(path, { text: rest, empty: format.empty });
    if (!isDryRun && basename(dirname(path)) === ownFolder) removeEmpty(dirname(path));
    return "removed";
  }
  const wanted = { ...known, ...entry };
  if (isSameValue(known, wanted)) return "unchanged";
  const changed = format.add(text, wanted, name);
  if (!isDryRun) writeText(path, { text: changed, empty: format.empty });
  return known === undefined ? "added" : "changed";
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

/** Removes a folder that holds nothing; any other stays. */
function removeEmpty(folder: string): void {
  try {
    if (Deno.readDirSync(folder)[Symbol.iterator]().next().done) Deno.removeSync(folder);
  } catch {
    // It is of no use, and does no harm either.
  }
}

/** Returns the path that the links at the end of a path lead to, be there anything or not. */
function followLinks(path: string): string {
  if (!(statOrUndefined(path, Deno.lstatSync)?.isSymlink)) return path;
  const target = Deno.readLinkSync(path);
  // Not put together any further: where a folder is a link, ".." is seen from what it leads to.
  return followLinks(target.startsWith("/") ? target : `${dirname(path)}/${target}`);
}

/** Replaces a file that is no link by a text at once, its mode kept. */
function replaceFile(path: string, text: string): void {
  const mode = (statOrUndefined(path)?.mode ?? NEW_MODE) & MODE_BITS;
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
