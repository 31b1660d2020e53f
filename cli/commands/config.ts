import { reportSettings, type SettingsReport } from "@dossier/retrieval/config";
import type { Invocation } from "../command.ts";
import { SUCCESS } from "../exit_code.ts";
import { invokedRoot } from "../open_engine.ts";
import { escapeControls, printJson, printResult } from "../output.ts";
import { printNotes } from "../print_notes.ts";

/** Prints the settings in force, and where each comes from. */
export async function runConfig(invocation: Invocation): Promise<number> {
  const report = await reportSettings(invokedRoot(invocation));
  if (invocation.has("json")) {
    printJson(report);
    return SUCCESS;
  }
  printNotes(report.notes);
  printResult(renderSettings(report));
  return SUCCESS;
}

/** Returns a line for each setting: name, where it comes from, value. */
function renderSettings({ root, settings }: SettingsReport): string {
  const rows = Object.entries(settings).map(([name, { value, origin }]) =>
    [name, origin, JSON.stringify(value)] as const
  );
  const nameWidth = Math.max(...rows.map(([name]) => name.length));
  const originWidth = Math.max(...rows.map(([, origin]) => origin.length));
  const lines = rows.map(([name, origin, value]) =>
    `${name.padEnd(nameWidth)}  ${origin.padEnd(originWidth)}  ${escapeControls(value)}\n`
  );
  return `${"root".padEnd(nameWidth)}  ${escapeControls(root)}\n${lines.join("")}`;
}
