import { formatBytes } from "@dossier/core/text";
import type { Invocation } from "../arguments/command.ts";
import { openInvokedEngine } from "../input/invoked_place.ts";
import { escapeControls, printJson, printNotes, printResult } from "../terminal/output.ts";
import { SUCCESS } from "../exit_code.ts";

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
