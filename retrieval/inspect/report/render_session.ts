import type { FileComparison, SessionMetrics, TimelineEntry } from "@dossier/core";
import {
  formatPercent,
  formatTime,
  type ReportSection,
  type ReportTable,
} from "@dossier/core/report";

/** Number of decimals of a rank or a time. */
const DIGITS = 2;

/** Number of characters of the day in a shown time. */
const DAY_LENGTH = "2026-01-02 ".length;

/** Name, value and remark of a figure. */
type Figure = readonly [name: string, value: string, remark?: string];

/** Returns the table of events of a session, in the given order; each day is shown once. */
export function renderTimelineTable(entries: readonly TimelineEntry[]): ReportSection<ReportTable> {
  let day = "";
  const right = true;
  return {
    heading: "Timeline",
    body: {
      kind: "table",
      columns: [
        { title: "TIME", right },
        { title: "WHAT" },
        { title: "TOKENS", right },
        { title: "TEXT" },
      ],
      rows: entries.map(({ time, kind, tokens = "", agent, record, text }) => {
        const written = time === undefined ? "" : formatTime(time);
        const isSameDay = written.slice(0, DAY_LENGTH) === day;
        if (written !== "") day = written.slice(0, DAY_LENGTH);
        const place = [agent && `[${agent}]`, record && `#${record}`].filter((part) => part);
        return [
          isSameDay ? written.slice(DAY_LENGTH) : written,
          kind,
          String(tokens),
          {
            text: [...place, text].join(" "),
            ...(record !== undefined && { record }),
          },
        ];
      }),
    },
  };
}

/** Returns the metrics of a session with their units. */
export function renderMetrics(metrics: SessionMetrics): ReportSection {
  const { injectedTokens, unusedTokens, dilution, recall, reciprocalRank, docFraction } = metrics;
  const { needs, prediction, staleness, leaks, planning } = metrics;
  const outcomes = Object.entries(needs.outcomes).map(([name, count]) => `${name} ${count}`);
  return toFigures("Metrics", [
    ["given", `${injectedTokens} tokens`],
    [
      "dilution",
      formatPercent(dilution),
      `${unusedTokens} tokens of files that the agent neither named nor changed`,
    ],
    ...Object.entries(recall).map(([k, share]): Figure => [
      `recall@${k}`,
      formatPercent(share),
      "of the touched files",
    ]),
    ...optional("MRR", reciprocalRank?.toFixed(DIGITS)),
    ["documents", formatPercent(docFraction), "of the prompt tokens"],
    ["requests", String(needs.requests), outcomes.join(", ")],
    ...optional("provided", percent(needs.providedShare), "of the requests"),
    ...optional("named later", percent(needs.namedShare), "of what was provided"),
    ["ranking misses", String(needs.missed.length), needs.missed.join(", ")],
    ...listComparison("prediction", prediction),
    ...(staleness === undefined ? [] : listComparison("stale marks", staleness)),
    ["leaks", String(leaks.length), leaks.join(", ")],
    ...optional(
      "planning",
      planning && `${planning.median.toFixed(DIGITS)} ms`,
      planning && `median of ${planning.count}, the longest ${planning.max.toFixed(DIGITS)} ms`,
    ),
  ]);
}

function toFigures(heading: string, figures: readonly Figure[]): ReportSection {
  const rows = figures.map(([name, value, remark = ""]) => [name, value, remark]);
  return { heading, body: { kind: "table", columns: [{}, { right: true }, {}], rows } };
}

function listComparison(name: string, comparison: FileComparison): Figure[] {
  const { hits, falseNegatives, falsePositives, precision, recall } = comparison;
  return [
    [name, `${hits.length} hits`, hits.join(", ")],
    ...optional("  precision", percent(precision)),
    ...optional("  recall", percent(recall)),
    ["  missed", String(falseNegatives.length), falseNegatives.join(", ")],
    ["  needless", String(falsePositives.length), falsePositives.join(", ")],
  ];
}

function optional(name: string, value: string | undefined, remark = ""): Figure[] {
  return value === undefined ? [] : [[name, value, remark]];
}

function percent(share: number | undefined): string | undefined {
  return share === undefined ? undefined : formatPercent(share);
}
