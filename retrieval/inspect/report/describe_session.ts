import type {
  FileComparison,
  FileDilution,
  SessionMetrics,
  TimelineEntry,
  TranscriptMeasures,
} from "@dossier/core";
import {
  renderPercent,
  renderTime,
  type ReportSection,
  type ReportTable,
} from "@dossier/core/report";

/** Digits behind the point of a rank or a time. */
const DIGITS = 2;

/** Characters of the place of the day in a time as it is shown. */
const DAY_LENGTH = "2026-01-02 ".length;

/** Files that a figure names. */
const MAX_FILES = 3;

/** Name, value and what the value is of. */
type Figure = readonly [name: string, value: string, remark?: string];

/** Returns what happened in a session, in the order given; a day is told once. */
export function describeTimeline(entries: readonly TimelineEntry[]): ReportSection<ReportTable> {
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
        const written = time === undefined ? "" : renderTime(time);
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
export function describeMetrics(metrics: SessionMetrics): ReportSection {
  const { injectedTokens, unusedTokens, dilution, recall, reciprocalRank, docFraction } = metrics;
  const { needs, prediction, staleness, leaks, planning } = metrics;
  const outcomes = Object.entries(needs.outcomes).map(([name, count]) => `${name} ${count}`);
  return toFigures("Metrics", [
    ["given", `${injectedTokens} tokens`],
    [
      "dilution",
      renderPercent(dilution),
      `${unusedTokens} tokens that the agent neither named nor changed`,
    ],
    ...Object.entries(recall).map(([k, share]): Figure => [
      `recall@${k}`,
      renderPercent(share),
      "of the touched files",
    ]),
    ...optional("MRR", reciprocalRank?.toFixed(DIGITS)),
    ["documents", renderPercent(docFraction), "of the prompt tokens"],
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

/** Returns what the transcript of a host comes to. */
export function describeMeasures(measures: TranscriptMeasures): ReportSection {
  const { prompts, calls, compactions, tokens, usage, looks, looksBeforeEdit } = measures;
  const { answers, input, cacheRead, cacheWrite, output } = usage;
  const { read, repeated, given, givenAlready, edited } = measures;
  const kinds = Object.entries(tokens).filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a).map(([kind, count]) => `${kind} ${count}`);
  const sum = Object.values(tokens).reduce((all, count) => all + count, 0);
  return toFigures("The transcript", [
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
    ["edited", String(edited.length), nameSome(edited)],
    ["read", String(read.tokens), describeDilution(read, "edited nor named")],
    ["repeated", String(repeated.tokens), nameFiles(repeated.files)],
    ["given", String(given.tokens), describeDilution(given, "read, edited nor named")],
    ["given-already", String(givenAlready.tokens), nameFiles(givenAlready.files)],
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
  return share === undefined ? undefined : renderPercent(share);
}

function describeDilution(
  { tokens, unusedTokens, dilution, unused }: FileDilution,
  what: string,
): string {
  if (tokens === 0) return "";
  const share = `${renderPercent(dilution)} in files neither ${what} afterwards`;
  return unusedTokens === 0 ? share : `${share}: ${nameFiles(unused)}`;
}

function nameFiles(files: FileDilution["unused"]): string {
  return nameSome(
    files.map(({ path, tokens, times }) =>
      `${path} ${tokens}${times === 1 ? "" : ` in ${times} times`}`
    ),
  );
}

function nameSome(names: readonly string[]): string {
  const more = names.length - MAX_FILES;
  return [...names.slice(0, MAX_FILES), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}
