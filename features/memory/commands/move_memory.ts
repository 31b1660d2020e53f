import { formatQuantity } from "@dossier/core/report";
import { type CommandResult, STANDARD_INPUT, UsageError } from "@dossier/retrieval/operation";
import { type ExportCounts, exportMemory } from "../export_memory.ts";
import { type ImportedMemory, importMemory, MAX_IMPORTED_LINES } from "../import_memory.ts";
import { useMemory } from "../operations/mod.ts";
import type { MemoryPlace } from "../store/mod.ts";
import type { VerbCall } from "./verb.ts";

/** Maximum number of invalid lines that are printed. */
const SHOWN_PROBLEMS = 20;

/** Writes the memory of the project into a new file, or to standard output. */
export async function exportToFile(call: VerbCall): Promise<CommandResult> {
  const { engine, words: [file = STANDARD_INPUT], caller, context } = call;
  const counts: ExportCounts = { exported: 0, leftOut: 0 };
  const isAll = caller.has("all");
  await useMemory(engine, async (place) => {
    if (file !== STANDARD_INPUT) {
      return await writeExport(place, { file, path: caller.resolvePath(file), isAll, counts });
    }
    for await (const lines of exportMemory(place, { isAll, counts })) context.print(lines);
  });
  const { exported, leftOut } = counts;
  if (caller.has("json") && file !== STANDARD_INPUT) context.printJson(counts);
  else {
    context.report(
      `${formatQuantity(exported, "observation")} exported` +
        (leftOut === 0
          ? ""
          : `; ${leftOut} confidential or restricted skipped: add --all to export them`),
    );
  }
  return "done";
}

async function writeExport(
  place: MemoryPlace,
  { file, path, isAll, counts }: {
    readonly file: string;
    readonly path: string;
    readonly isAll: boolean;
    readonly counts: ExportCounts;
  },
): Promise<void> {
  const { writable } = await createFile(file, path);
  try {
    const lines = ReadableStream.from(exportMemory(place, { isAll, counts }));
    await lines.pipeThrough(new TextEncoderStream()).pipeTo(writable);
  } catch (error) {
    await Deno.remove(path);
    throw error;
  }
}

/** Opens a new file that only its user may read: the memory may be private. */
async function createFile(file: string, path: string): Promise<Deno.FsFile> {
  try {
    return await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
  } catch (cause) {
    const reason = cause instanceof Deno.errors.AlreadyExists
      ? "the file exists already: name another one"
      : "no file can be created there";
    throw new UsageError(`Cannot export to "${file}" as ${reason}`, { cause });
  }
}

/** Stores the observations of an export that are new here. */
export async function importFromFile(call: VerbCall): Promise<CommandResult> {
  const { engine, words: [file = ""], caller, context } = call;
  const isTrusted = caller.has("trust");
  const stream = file === STANDARD_INPUT
    ? Deno.stdin.readable
    : await openExport(file, caller.resolvePath(file));
  const imported = await useMemory(
    engine,
    (place) => importMemory(engine, place, stream, { isTrusted }),
  );
  if (caller.has("json")) context.printJson(imported);
  else printImportResult(call, imported);
  return imported.bad > 0 ? "warned" : "done";
}

async function openExport(file: string, path: string): Promise<ReadableStream<Uint8Array>> {
  let reason: string | undefined;
  try {
    const { isFile, isDirectory } = await Deno.stat(path);
    if (isFile) return (await Deno.open(path)).readable;
    // A file that is not regular may never end.
    reason = isDirectory
      ? "it is a folder"
      : "it is not a regular file: pass it on standard input, with -";
  } catch (cause) {
    reason = cause instanceof Deno.errors.NotFound ? "there is no such file" : "it cannot be read";
  }
  throw new UsageError(`Cannot import "${file}" as ${reason}`);
}

function printImportResult({ caller, context }: VerbCall, imported: ImportedMemory): void {
  const { added, known, leftOut, bad, problems, isCut } = imported;
  const isTrusted = caller.has("trust");
  context.print(
    `${formatQuantity(added, "observation")} imported${
      added > 0 && !isTrusted ? ", waiting for memory review" : ""
    }; ${known} stored already.\n`,
  );
  if (leftOut > 0) {
    context.report(
      `${leftOut} skipped, as they are not active in the export: add --trust to import them`,
    );
  }
  for (const { line, reason } of problems.slice(0, SHOWN_PROBLEMS)) {
    context.report(context.escape(`Line ${line} is skipped: ${reason}`));
  }
  const more = bad - Math.min(bad, SHOWN_PROBLEMS);
  if (more > 0) context.report(`${formatQuantity(more, "more line")} skipped`);
  if (isCut) context.report(`Only the first ${MAX_IMPORTED_LINES} lines are read`);
}
