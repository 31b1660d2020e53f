import { hasNoLinkBetween, readPlainFile, REFUSALS } from "@dossier/retrieval/files";
import { UsageError } from "@dossier/retrieval/operation";
import { systemReason } from "@dossier/retrieval/write-error";
import { configError, type HostEntry } from "./config_format.ts";
import type { HostFile } from "./host_setup.ts";
import { type HostFileReplacement, isReadOnly } from "./replace_host_files.ts";

/**
 * The outcome of an edit: `kept` is an entry of dossier that was changed by hand, `foreign` one of
 * another program under our name.
 */
export type EditOutcome =
  | ("added" | "changed" | "unchanged")
  | ("removed" | "absent" | "kept" | "foreign");

/** An entry for a file. */
export type FileEdit = Pick<HostFile, "format" | "ownership"> & {
  /** The entry; undefined removes it. */
  readonly entry: HostEntry | undefined;
};

/** The planned change of a file. */
export interface PlannedEdit extends HostFileReplacement {
  /** The outcome of each edit, in order. */
  readonly outcomes: readonly EditOutcome[];
}

/**
 * Returns the result of adding, changing or removing entries in a file, in order. Texts of others
 * stay unchanged, and so does an entry of dossier that was changed by hand. A symbolic link of the
 * user stays, and its target changes, even if that does not exist yet. A symbolic link in a project
 * is rejected.
 *
 * @param options.path Absolute path of the file.
 * @param options.base Absolute path of a folder that stays even when empty.
 * @param options.project Absolute path of the project that contains it: the targets of its links
 * are not the user's choice.
 * @throws {UsageError} When the file cannot be parsed, is read-only, or another program has the
 * name.
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
  if (after !== before && isReadOnly(path)) {
    throw configError(name, { rule: "it is read-only", fix: "chmod u+w it first" });
  }
  return { path, base, before, after, outcomes };
}

function applyEdit(
  text: string | undefined,
  { format, ownership, entry }: FileEdit,
  name: string,
): { readonly outcome: EditOutcome; readonly text: string | undefined } {
  const known = text === undefined ? undefined : format.find(text, name);
  const owner = known === undefined ? "own" : ownership(known);
  if (owner === "changed") return { outcome: "kept", text };
  if (entry === undefined) {
    if (text === undefined || known === undefined) return { outcome: "absent", text };
    if (owner === "foreign") return { outcome: "foreign", text };
    return { outcome: "removed", text: format.remove(text, name) };
  }
  if (owner === "foreign") {
    throw configError(name, { rule: format.foreign, fix: "rename or remove it first" });
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
      const rule = `it cannot be read (${systemReason(read.cause)})`;
      throw configError(name, { rule, fix: "correct its permissions first" });
    }
    if (read.reason === "missing" && isPathFree(path, project)) return undefined;
    const { reason, message } = read;
    throw new UsageError(
      `Cannot change ${name} as ${reason === "missing" ? REFUSALS.outside : message}`,
      { cause: read.cause },
    );
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(read.bytes);
  } catch {
    throw configError(name, { rule: "it is not UTF-8 text", fix: "save it as UTF-8 text first" });
  }
}

/**
 * Returns true when a file can be created at a path without following a symbolic link of the
 * project.
 */
function isPathFree(path: string, project: string | undefined): boolean {
  if (project === undefined) return true;
  try {
    return hasNoLinkBetween(path, project);
  } catch {
    // A missing folder is created; a path that is not a folder is reported when it is written.
    return true;
  }
}
