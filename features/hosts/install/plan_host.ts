import { readPlainText } from "@dossier/retrieval/files";
import type { HostPlace } from "../place/mod.ts";
import type { HostEntry } from "./config_format.ts";
import { type EditOutcome, planEdits, type PlannedEdit } from "./edit_config.ts";
import type { HostScope } from "../core/hosts/mod.ts";
import type { HostFile, HostSetup } from "./host_setup.ts";
import type { EntryOptions } from "./host_entry.ts";

/** The planned change of one part in a file of a host. */
export interface PlannedPart {
  readonly file: HostFile;
  readonly path: string;
  readonly outcome: EditOutcome;
  /** The entry in an otherwise empty file. */
  readonly text: string;
}

/** The planned changes of a host. */
export interface HostPlan {
  readonly host: HostSetup;
  readonly parts: readonly PlannedPart[];
  /** The changes of files, each file once. */
  readonly edits: readonly PlannedEdit[];
}

/** Options of {@link planHost}. */
export interface HostPlanOptions {
  /** The scopes: one for an installation, any for a removal. */
  readonly scopes: readonly HostScope[];
  readonly place: HostPlace;
  readonly isRemoval: boolean;
  /** Returns true for a file that should be changed. */
  isSelected(file: HostFile): boolean;
  /** Returns the options of the entries in a scope. */
  entryOptions(scope: HostScope): EntryOptions;
}

/**
 * Returns the planned changes of a host's files for an installation or a removal.
 *
 * @throws {UsageError} When a file cannot be changed.
 */
export function planHost(host: HostSetup, options: HostPlanOptions): HostPlan {
  const { place, isRemoval } = options;
  const all = options.scopes.flatMap((scope) => listEntries(host, scope, options));
  // Parts are removed in reverse order, so that a file is restored exactly.
  const ordered = isRemoval ? all.toReversed() : all;
  const plans = [...Map.groupBy(ordered, ({ path }) => path)].map(([path, own]) => {
    const edits = own.map(({ file, entry }) => ({
      format: file.format,
      ownership: file.ownership,
      entry: isRemoval ? undefined : entry,
    }));
    const base = own[0]!.scope === "project" ? place.project : place.home;
    const project = own[0]!.scope === "project" ? place.project : undefined;
    const edit = planEdits(edits, { path, base, project });
    const parts = own.map(({ file, entry }, at): PlannedPart => ({
      file,
      path,
      outcome: edit.outcomes[at]!,
      text: file.format.render(entry),
    }));
    return { edit, parts };
  });
  return {
    host,
    parts: plans.flatMap(({ parts }) => parts),
    edits: plans.map(({ edit }) => edit),
  };
}

/** One part, with its file. */
interface PlacedEntry {
  readonly file: HostFile;
  readonly scope: HostScope;
  readonly path: string;
  readonly entry: HostEntry;
}

function listEntries(
  host: HostSetup,
  scope: HostScope,
  { place, isRemoval, isSelected, entryOptions }: HostPlanOptions,
): readonly PlacedEntry[] {
  const files = host.files.filter(isSelected);
  const hasServer = files.some(({ part }) => part === "mcp") || isServerInstalled(host, place);
  const options = { ...entryOptions(scope), hasServer };
  return files.filter(({ needsServer }) => isRemoval || hasServer || !needsServer)
    .map((file) => ({
      file,
      scope,
      path: file.path(scope, place),
      entry: file.entry(options, scope),
    }));
}

/** Returns true when a host has our server in any of its files. */
function isServerInstalled({ files, scopes }: HostSetup, place: HostPlace): boolean {
  const file = files.find(({ part }) => part === "mcp")!;
  return scopes.some((scope) => {
    if (scope === "user" && place.home === undefined) return false;
    try {
      const path = file.path(scope, place);
      const read = readPlainText(path);
      const entry = read.kind === "text" ? file.format.find(read.text, path) : undefined;
      return entry !== undefined && file.ownership(entry) === "own";
    } catch {
      // Errors of the file are reported when it is changed.
      return false;
    }
  });
}
