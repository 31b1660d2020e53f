import { formatBytes } from "@dossier/core/text";
import type { Invocation } from "../command.ts";
import { SUCCESS } from "../exit_code.ts";
import { openInvokedEngine } from "../open_engine.ts";
import { escapeControls, printJson, printResult } from "../output.ts";
import { printNotes } from "../print_notes.ts";

/** Prints what the index holds. */
export async function runStatus(invocation: Invocation): Promise<number> {
  using engine = await openInvokedEngine(invocation);
  const status = await engine.status();
  if (invocation.has("json")) {
    printJson(status);
    return SUCCESS;
  }
  printNotes(status.notes);
  const skipped = Object.entries(status.skipped).sort(([a], [b]) => a < b ? -1 : 1);
  const rows = [
    ["root", status.root],
    ["index", `${status.indexPath} (${formatBytes(status.indexBytes)})`],
    ["updated", status.updatedAt ?? "never"],
    ["documents", String(status.documents)],
    ["chunks", `${status.chunks} in ${status.segments} segments`],
    ...skipped.map(([reason, count]) => ["left out", `${count} (${reason})`]),
  ];
  const lines = rows.map(([name = "", value = ""]) =>
    `${name.padEnd(10)}${escapeControls(value)}\n`
  );
  printResult(lines.join(""));
  return SUCCESS;
}
