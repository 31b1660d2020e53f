import { renderCell, wrapText } from "@dossier/core/report";
import { reportSettings, type SettingsReport } from "@dossier/retrieval/config";
import { renderSettingsTable } from "@dossier/retrieval/report";
import type { Invocation } from "@dossier/retrieval/operation";
import { invokedRoot } from "../input/invoked_location.ts";
import { terminalWidth } from "../terminal/screen.ts";
import { escapeControls, printJson, printNotes, printResult } from "../terminal/output.ts";
import { SUCCESS } from "../exit_code.ts";

/** Prints the effective settings with their origins. */
export async function runConfig(invocation: Invocation): Promise<number> {
  const report = await reportSettings(invokedRoot(invocation));
  if (invocation.has("json")) {
    printJson(report);
    return SUCCESS;
  }
  printNotes(report.notes);
  printResult(renderSettings(report, terminalWidth()));
  return SUCCESS;
}

/** Minimum number of columns of a value beside its name. With fewer it is printed below. */
const MIN_VALUE_WIDTH = 20;

/** Indentation of a value below its name, in columns. */
const INDENT = 4;

/**
 * Returns lines for each setting: name, origin and value. A long value is wrapped below its first
 * line.
 */
function renderSettings({ root, settings, userOnly }: SettingsReport, width: number): string {
  const rows = renderSettingsTable(settings).body.rows.map((row) => row.map(renderCell));
  const nameWidth = Math.max(...rows.map(([name = ""]) => name.length));
  const originWidth = Math.max(...rows.map(([, origin = ""]) => origin.length));
  const left = width - nameWidth - originWidth - 4;
  const indent = left < MIN_VALUE_WIDTH ? INDENT : width - left;
  const lines = rows.map(([name = "", origin = "", value = ""]) => {
    const head = `${name.padEnd(nameWidth)}  ${origin.padEnd(originWidth)}  `;
    const parts = wrapText(value, width - indent).map((part) => part.trimEnd());
    if (indent === INDENT) parts.unshift("");
    return `${(head + parts.join(`\n${" ".repeat(indent)}`)).trimEnd()}\n`;
  });
  const userOnlyNames = Object.entries(userOnly).flatMap(([name, what]) =>
    what === "" ? [] : [`${name} (${what})`]
  );
  const sentence = `Only you may set ${
    userOnlyNames.join(" and ")
  }; a repository may set all others.`;
  const note = wrapText(sentence, width).map((part) => part.trimEnd()).join("\n");
  return `${"root".padEnd(nameWidth)}  ${escapeControls(root)}\n${lines.join("")}\n${note}\n`;
}
