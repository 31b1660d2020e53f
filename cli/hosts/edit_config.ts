import { configError, ENTRY_NAME, type HostEntry, isSameValue } from "./config_format.ts";
import type { Host } from "./host.ts";
import { isOwnEntry } from "./host_entry.ts";

/** What became of a configuration, or what would. */
export type EditOutcome = "added" | "changed" | "unchanged" | "removed" | "absent";

/** What {@link editConfig} is to do. */
export interface EditOptions {
  /** Absolute path of the configuration. */
  readonly path: string;
  /** The entry; undefined takes it out. */
  readonly entry: HostEntry | undefined;
  /** Whether nothing is written. @default false */
  readonly isDryRun?: boolean;
}

/**
 * Adds the entry to the configuration of a host, changes or removes it, and returns which of these. All that
 * others wrote stays as it is; the file is replaced at once or not at all. What the user added to our entry is
 * kept when it changes.
 *
 * @throws {UsageError} When the file can not be read as what it should be, or another program has the name.
 */
export function editConfig(
  { format }: Pick<Host, "format">,
  { path, entry, isDryRun = false }: EditOptions,
): EditOutcome {
  const name = `"${path}"`;
  const text = readText(path, name);
  const known = text === undefined || text.trim() === "" ? undefined : format.find(text, name);
  if (known !== undefined && !isOwnEntry(known)) {
    throw configError(name, {
      rule: `"${ENTRY_NAME}" in it starts another program`,
      mend: "rename or remove that entry first",
    });
  }
  if (entry === undefined) {
    if (text === undefined || known === undefined) return "absent";
    const rest = format.remove(text, name);
    if (!isDryRun) replaceFile(path, rest);
    return "removed";
  }
  const wanted = { ...known, ...entry };
  if (isSameValue(known, wanted)) return "unchanged";
  const changed = format.add(text, wanted, name);
  if (!isDryRun) replaceFile(path, changed);
  return known === undefined ? "added" : "changed";
}

function readText(path: string, name: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      Deno.readFileSync(path),
    );
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    if (error instanceof TypeError) {
      throw configError(name, { rule: "it is no UTF-8 text", mend: "correct it first" });
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw configError(name, { rule: `it can not be read (${reason})`, mend: "correct that first" });
  }
}

/** Replaces a file by a text at once, its mode kept, or removes it; a link stays, and what it leads to changes. */
function replaceFile(path: string, text: string | undefined): void {
  if (text === undefined) {
    Deno.removeSync(path);
    return;
  }
  const { path: real, mode } = describeFile(path);
  const folder = real.slice(0, real.lastIndexOf("/"));
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
    Deno.renameSync(temporary, real);
  } catch (error) {
    Deno.removeSync(temporary);
    throw error;
  }
}

/** Mode of a new file: others may read it, as a project's files may be. */
const NEW_MODE = 0o644;

const MODE_BITS = 0o7777;

function describeFile(path: string): { readonly path: string; readonly mode: number } {
  try {
    const real = Deno.realPathSync(path);
    return { path: real, mode: (Deno.statSync(real).mode ?? NEW_MODE) & MODE_BITS };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return { path, mode: NEW_MODE };
  }
}
