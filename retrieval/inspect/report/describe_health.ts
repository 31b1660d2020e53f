import type { Fact, ReportSection, ReportTable, RichCell } from "@dossier/core/report";
import { formatBytes } from "@dossier/core/text";
import type { SettingsReport } from "../../config/report/mod.ts";
import type { IndexStatus } from "../../answer/mod.ts";
import type { CheckedFinding, FindingLevel } from "../health/mod.ts";

/** What a level is marked with. */
const MARKS: Readonly<Record<FindingLevel, RichCell>> = {
  ok: { text: "ok", tone: "good" },
  note: { text: "-", words: "note" },
  warning: { text: "!", words: "warning", tone: "bad" },
  problem: { text: "X", words: "problem", tone: "bad" },
};

/** Returns what checks have found, each with its fix below it. */
export function renderFindings(findings: readonly CheckedFinding[]): ReportSection<ReportTable> {
  const rows = findings.flatMap(({ check, level, message, fix }) => [
    [MARKS[level], check, message],
    ...(fix === undefined ? [] : [["", "", `fix: ${fix}`]]),
  ]);
  return { heading: "Checks", body: { kind: "table", columns: [{}, {}, {}], rows } };
}

/** Returns what an index holds. */
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

/** Returns the settings in force: name, where each comes from, and its value. */
export function describeSettings(settings: SettingsReport["settings"]): ReportSection<ReportTable> {
  const rows = Object.entries(settings)
    .map(([name, { value, origin }]) => [name, origin, renderValue(value)]);
  return { heading: "Settings", body: { kind: "table", columns: [{}, {}, {}], rows } };
}

/** Returns a value as JSON, a list with blanks between its items so that it can go on in another line. */
function renderValue(value: unknown): string {
  return Array.isArray(value)
    ? `[${value.map((item) => JSON.stringify(item)).join(", ")}]`
    : JSON.stringify(value);
}
