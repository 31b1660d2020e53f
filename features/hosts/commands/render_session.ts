import type { SessionMetrics } from "@dossier/core";
import { formatTime, renderBody, renderCell, renderColumns, wrapLines } from "@dossier/core/report";
import type { TimelineEntry } from "@dossier/core/metrics";
import type { SessionSummary } from "@dossier/retrieval/record";
import { escapeControls } from "@dossier/core/escape";
import { renderMetrics, renderTimelineTable } from "@dossier/retrieval/report";
import type { TranscriptMeasures } from "../core/mod.ts";
import { toMeasuresReport } from "../transcript/mod.ts";

/** The recorded facts about a session. */
export interface SessionReport {
  readonly session?: string;
  readonly host?: string;
  readonly root?: string;
  readonly timeline: readonly TimelineEntry[];
  /** Measures of the host's transcript. */
  readonly measures?: TranscriptMeasures;
  /** Metrics of the log, by that transcript. */
  readonly metrics?: SessionMetrics;
}

/** Column of the text in a timeline's table. */
const TEXT = 3;

/** Minimum width of the text, in columns. */
const MIN_TEXT = 20;

const GAP = "  ";

/** Returns the sessions as a table. */
export function renderSessions(sessions: readonly SessionSummary[]): string {
  const right = { right: true };
  return renderColumns(
    sessions.map(({ session, last, records, tokens, events }) => [
      formatTime(last),
      ...[records, tokens, events].map(String),
      escapeControls(session),
    ]),
    [
      { title: "LAST" },
      ...["GIVEN", "TOKENS", "DID"].map((title) => ({ title, ...right })),
      { title: "SESSION" },
    ],
  );
}

/**
 * Returns a session for people: its timeline, oldest first, and its figures.
 *
 * @param options.lines Most lines of the timeline, the last ones.
 * @param options.width Columns of a line; longer texts are cut.
 */
export function renderSession(
  { session, host, timeline, measures, metrics }: SessionReport,
  { lines, width }: { readonly lines: number; readonly width: number },
): string {
  const shown = timeline.slice(-lines);
  const hidden = timeline.length - shown.length;
  const title = [`Session ${session ?? "without an id"}`, ...(host === undefined ? [] : [host])];
  const figures = [
    measures === undefined ? "" : `\nThe transcript\n${renderBody(toMeasuresReport(measures))}`,
    metrics === undefined
      ? ""
      : `\nMeasures of the log with the transcript\n${renderBody(renderMetrics(metrics))}`,
  ].join("");
  return [
    `${escapeControls(title.join(", "))}\n`,
    hidden === 0
      ? ""
      : `${hidden} earlier lines are omitted: use --limit ${timeline.length} for all\n`,
    renderTimeline(shown, width),
    wrapLines(figures, width),
  ].join("");
}

function renderTimeline(entries: readonly TimelineEntry[], width: number): string {
  const { body } = renderTimelineTable(entries);
  const rows = body.rows.map((row) => row.map(renderCell));
  const lines = renderColumns(rows.map((row) => row.slice(0, TEXT)), body.columns.slice(0, TEXT))
    .trimEnd().split("\n");
  const start = Math.max(...lines.map(({ length }) => length));
  const room = Math.max(MIN_TEXT, width - start - GAP.length);
  return lines.map((line, at) => {
    const text = rows[at - 1]?.[TEXT] ?? "TEXT";
    const shown = text.length <= room ? text : `${text.slice(0, room - 1)}…`;
    return `${line.padEnd(start)}${GAP}${shown}\n`;
  }).join("");
}
