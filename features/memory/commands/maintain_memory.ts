import { formatQuantity } from "@dossier/core/report";
import { type CommandResult, UsageError } from "@dossier/retrieval/operation";
import { REPORT_OPERATION, useMemory } from "../operations/mod.ts";
import { renderMemoryReport, renderReportPicture } from "../render_report.ts";
import {
  type AuditCheck,
  checkAudit,
  pruneObservations,
  readMemorySettings,
} from "../store/mod.ts";
import type { VerbCall } from "./verb.ts";

/** Prints the cost, the effect and the health of the memory. */
export async function printMemoryReport(
  { engine, caller, context }: VerbCall,
): Promise<CommandResult> {
  const report = await REPORT_OPERATION.run(engine, {}, {});
  const picture = caller.value("svg");
  if (picture !== undefined) {
    const isForced = caller.has("force");
    writePicture(caller.resolvePath(picture), renderReportPicture(report), { isForced });
  }
  if (caller.has("json")) context.printJson(report);
  else context.print(context.escape(renderMemoryReport(report)));
  return "done";
}

/** Writes the picture of a report to a new file, or over an existing one with `--force`. */
function writePicture(
  path: string,
  picture: string,
  { isForced }: { readonly isForced: boolean },
): void {
  try {
    Deno.writeTextFileSync(path, picture, { createNew: !isForced });
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) {
      throw new UsageError(
        `Cannot write the picture to "${path}" as the file exists already: replace it with --force`,
      );
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`Cannot write the picture to "${path}": ${reason}`);
  }
}

/** Deletes observations that were not used within the retention time of the project. */
export async function pruneMemory({ engine, caller, context }: VerbCall): Promise<CommandResult> {
  const isDry = caller.has("dry-run");
  const { days, pruned } = await useMemory(engine, async (place) => {
    const { retentionDays: days } = await readMemorySettings(place);
    return { days, pruned: days === 0 ? [] : await pruneObservations(place, { days, isDry }) };
  }, { days: 0, pruned: [] });
  if (caller.has("json")) context.printJson({ retentionDays: days, pruned });
  else if (days === 0) {
    context.report("Nothing is erased as retentionDays is 0: set it with memory settings");
  } else if (pruned.length === 0) {
    context.report(`No observation has been unused for more than ${days} days`);
  } else {
    const what = `${formatQuantity(pruned.length, "observation")} ${
      isDry ? "would be erased" : "erased"
    }`;
    context.print(`${what}: ${pruned.join(", ")}\n`);
  }
  return "done";
}

/** Verifies the hashes of the memory's audit log. */
export async function auditMemory({ engine, caller, context }: VerbCall): Promise<CommandResult> {
  const check = await useMemory<AuditCheck>(engine, checkAudit, { entries: 0 });
  const { entries, broken } = check;
  if (caller.has("json")) context.printJson(check);
  else if (broken === undefined) {
    context.print(
      `${formatQuantity(entries, "entry").replace("entrys", "entries")}, all unchanged.\n`,
    );
  } else {context.print(
      `Entry ${broken} was changed or is missing: the entries after it prove nothing.\n`,
    );}
  return broken === undefined ? "done" : "warned";
}
