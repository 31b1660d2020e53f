import type { Fact, ReportSection, ReportTable, RichCell } from "@dossier/core/report";
import { formatBytes } from "@dossier/core/text";
import type { SettingsReport } from "../../config/report/mod.ts";
import type { IndexStatus } from "../../answer/mod.ts";
import type { CheckedFinding, FindingLevel } from "../health/mod.ts";

/** Marks of levels. */
const MARKS: Readonly<Record<FindingLevel, RichCell>> = {
  ok: { text: "ok", tone: "good" },
  note: { text: "-", words: "note" },
  warning: { text: "!", words: "warning", tone: "bad" },
  problem: { text: "X", words: "problem", tone: "bad" },
};

/** Returns the findings of checks, each with its fix below it. */
export function renderFindings(findings: readonly CheckedFinding[]): ReportSection<ReportTable> {
  const rows = findings.flatMap(({ check, level, message, fix }) => [
    [MARKS[level], check, message],
    ...(fix === undefined ? [] : [["", "", `fix: ${fix}`]]),
  ]);
  return { heading: "Checks", body: { kind: "table", columns: [{}, {}, {}], rows } };
}

/** Returns the facts of the status of an index. */
export function renderIndexStatus(status: IndexStatus): readonly Fact[] {
  const skipped = Object.entries(status.skipped).sort(([a], [b]) => a < b ? -1 : 1);
  const facts = [
    ["root", status.root],
    ["index", `${status.indexPath} (${formatBytes(status.indexBytes)})`],
    ["updated", status.updatedAt ?? "never"],
    ["documents", String(status.documents)],
    ["chunks", `${status.chunks} in ${status.segments} segments`],
    ...skipped.map(([reason, count]) => ["left out", `${count} (${reason})`]),
  ];
  return facts.map(([name = "", value = ""]) => ({ name, lines: [value] }));
}

/** Returns the table of effective settings: name, origin and value. */
export function renderSettingsTable(
  settings: SettingsReport["settings"],
): ReportSection<ReportTable> {
  const rows = Object.entries(settings)
    .map(([name, { value, origin }]) => [name, origin, renderValue(value)]);
  return { heading: "Settings", body: { kind: "table", columns: [{}, {}, {}], rows } };
}

/** Returns a value as JSON; a list has blanks between its items so that it can be wrapped. */
function renderValue(value: unknown): string {
  return Array.isArray(value)
    ? `[${value.map((item) => JSON.stringify(item)).join(", ")}]`
    : JSON.stringify(value);
}
