import type { SessionMetrics } from "@dossier/core";
import type { FileDilution, TimelineEntry, TranscriptMeasures } from "@dossier/hosts/core";
import type { SessionSummary } from "@dossier/retrieval/record";
import { renderColumns, renderPercent, wrapLines } from "../terminal/layout.ts";
import { escapeControls } from "../terminal/output.ts";
import { renderMetrics } from "./metrics.ts";
import { renderTime } from "./render_record.ts";

/** What is known of a session. */
export interface SessionReport {
  readonly session?: string;
  readonly host?: string;
  readonly root?: string;
  readonly timeline: readonly TimelineEntry[];
  /** Of the host's transcript. */
  readonly measures?: TranscriptMeasures;
  /** Of what the log has, by that transcript. */
  readonly metrics?: SessionMetrics;
}

/** Characters of the place of the day in a time as it is shown. */
const TIME_START = "2026-01-02 ".length;

/** Least characters of what happened that are shown. */
const MIN_TEXT = 20;

const GAP = "  ";

/** Files that a figure names. */
const MAX_FILES = 3;

/** Returns the sessions as a table. */
export function renderSessions(sessions: readonly SessionSummary[]): string {
  const right = { right: true };
  return renderColumns(
    sessions.map(({ session, last, records, tokens, events }) => [
      renderTime(last),
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
 * Returns a session for people: what happened, oldest first, and what it comes to.
 *
 * @param options.lines The most lines of the timeline, of which the last are shown.
 * @param options.width Columns of a line; of what happened only the beginning is shown.
 */
export function renderSession(
  { session, host, timeline, measures, metrics }: SessionReport,
  { lines, width }: { readonly lines: number; readonly width: number },
): string {
  const shown = timeline.slice(-lines);
  const hidden = timeline.length - shown.length;
  const title = [`Session ${session ?? "without an id"}`, ...(host === undefined ? [] : [host])];
  const figures = [
    measures === undefined ? "" : `\nThe transcript\n${renderMeasures(measures)}`,
    metrics === undefined ? "" : `\nWhat the log has, by the transcript\n${renderMetrics(metrics)}`,
  ].join("");
  return [
    `${escapeControls(title.join(", "))}\n`,
    hidden === 0
      ? ""
      : `${hidden} earlier lines are left out: --limit ${timeline.length} has all\n`,
    renderTimeline(shown, width),
    wrapLines(figures, width),
  ].join("");
}

function renderTimeline(entries: readonly TimelineEntry[], width: number): string {
  let day = "";
  const rows = entries.map(({ time, kind, tokens = "" }) => {
    const written = time === undefined ? "" : renderTime(time);
    const isSameDay = written.slice(0, TIME_START) === day;
    if (written !== "") day = written.slice(0, TIME_START);
    return [isSameDay ? written.slice(TIME_START) : written, kind, String(tokens)];
  });
  const right = true;
  const columns = [{ title: "TIME", right }, { title: "WHAT" }, { title: "TOKENS", right }];
  const lines = renderColumns(rows, columns).trimEnd().split("\n");
  const start = Math.max(...lines.map(({ length }) => length));
  const room = Math.max(MIN_TEXT, width - start - GAP.length);
  const texts = entries.map(({ agent, record, text }) => {
    const place = [agent && `[${agent}]`, record && `#${record}`].filter((part) => part);
    return escapeControls([...place, text].join(" "));
  });
  return lines.map((line, at) => {
    const text = texts[at - 1] ?? "TEXT";
    const shown = text.length <= room ? text : `${text.slice(0, room - 1)}…`;
    return `${line.padEnd(start)}${GAP}${shown}\n`;
  }).join("");
}

/** Returns the figures with what they are of, a line each. */
function renderMeasures(measures: TranscriptMeasures): string {
  const { prompts, calls, compactions, tokens, usage, looks, looksBeforeEdit } = measures;
  const { answers, input, cacheRead, cacheWrite, output } = usage;
  const { read, repeated, given, givenAlready, edited } = measures;
  const kinds = Object.entries(tokens).filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a).map(([kind, count]) => `${kind} ${count}`);
  const sum = Object.values(tokens).reduce((all, count) => all + count, 0);
  const rows: readonly (readonly [name: string, value: string, remark: string])[] = [
    ["prompts", String(prompts), `calls ${calls}, compactions ${compactions}`],
    ["tokens", String(sum), kinds.join(", ")],
    [
      "charged",
      String(input + cacheRead + cacheWrite + output),
      `answers ${answers}: input ${input}, cache ${cacheRead} read, ${cacheWrite} written, output ${output}`,
    ],
    [
      "looks",
      String(looks),
      looksBeforeEdit === undefined
        ? "nothing was edited"
        : `${looksBeforeEdit} before the first edit`,
    ],
    ["edited", String(edited.length), tellSome(edited)],
    ["read", String(read.tokens), tellDilution(read, "edited nor named")],
    ["repeated", String(repeated.tokens), tellFiles(repeated.files)],
    ["given", String(given.tokens), tellDilution(given, "read, edited nor named")],
    ["given-already", String(givenAlready.tokens), tellFiles(givenAlready.files)],
  ];
  return renderColumns(rows.map((row) => row.map(escapeControls)), [{}, { right: true }, {}]);
}

function tellDilution(
  { tokens, unusedTokens, dilution, unused }: FileDilution,
  what: string,
): string {
  if (tokens === 0) return "";
  const share = `${renderPercent(dilution)} in files neither ${what} afterwards`;
  return unusedTokens === 0 ? share : `${share}: ${tellFiles(unused)}`;
}

function tellFiles(files: FileDilution["unused"]): string {
  return tellSome(
    files.map(({ path, tokens, times }) =>
      `${path} ${tokens}${times === 1 ? "" : ` in ${times} times`}`
    ),
  );
}

function tellSome(names: readonly string[]): string {
  const more = names.length - MAX_FILES;
  return [...names.slice(0, MAX_FILES), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}
