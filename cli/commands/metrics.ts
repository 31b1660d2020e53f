import type { FileComparison, SessionMetrics } from "@dossier/core";
import { openInjectionLog } from "@dossier/retrieval/record";
import { type Invocation, UsageError } from "@dossier/retrieval/operation";
import { invokedPlace } from "../input/invoked_place.ts";
import { readInput } from "../input/read_input.ts";
import { renderColumns, renderPercent } from "../terminal/layout.ts";
import { escapeControls, printJson, printResult } from "../terminal/output.ts";
import { SUCCESS } from "../exit_code.ts";

/** Digits behind the point of a printed rank or time. */
const DIGITS = 2;

/** Name, value and what the value is of. */
type Row = readonly [name: string, value: string, remark?: string];

/**
 * Prints what a session says about the context that it was given.
 *
 * @throws {UsageError} Without a session or a transcript, and for a transcript that can not be read.
 */
export async function runMetrics(invocation: Invocation): Promise<number> {
  const { value, values, words, has } = invocation;
  const session = value("session");
  if (session === undefined) {
    throw new UsageError("Cannot measure without a session: add --session ID");
  }
  if (words.length > 0 && values("touched").length === 0) {
    throw new UsageError(
      `Cannot read "${words.join(" ")}": put --touched before the files that were changed`,
    );
  }
  const transcript = await readTranscript(value("transcript"));
  using log = await openInjectionLog(invokedPlace(invocation));
  const outdated = values("outdated");
  const metrics = await log.measure({
    session,
    transcript,
    touched: [...values("touched"), ...words],
    ...(outdated.length === 0 ? {} : { outdated }),
  });
  if (has("json")) printJson({ session, ...metrics });
  else printResult(renderMetrics(metrics));
  return SUCCESS;
}

async function readTranscript(file: string | undefined): Promise<string> {
  if (file === undefined) {
    throw new UsageError(
      "Cannot measure without a transcript: add --transcript FILE, or - for input",
    );
  }
  const text = await readInput(file, { what: "the transcript" });
  if (text.includes("\0")) {
    throw new UsageError(`Cannot read the transcript from "${file}" as it is binary`);
  }
  return text;
}

/** Returns the numbers with their units, a line each. */
export function renderMetrics(metrics: SessionMetrics): string {
  const { injectedTokens, unusedTokens, dilution, recall, reciprocalRank, docFraction } = metrics;
  const { needs, prediction, staleness, leaks, planning } = metrics;
  const outcomes = Object.entries(needs.outcomes).map(([name, count]) => `${name} ${count}`);
  const rows: Row[] = [
    ["given", `${injectedTokens} tokens`],
    [
      "dilution",
      renderPercent(dilution),
      `${unusedTokens} tokens that the agent neither named nor changed`,
    ],
    ...Object.entries(recall).map(([k, share]): Row => [
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
    ...(planning === undefined ? [] : [
      [
        "planning",
        `${planning.median.toFixed(DIGITS)} ms`,
        `median of ${planning.count}, the longest ${planning.max.toFixed(DIGITS)} ms`,
      ] as const,
    ]),
  ];
  const cells = rows.map((row) => row.map((cell = "") => escapeControls(cell)));
  return renderColumns(cells, [{}, { right: true }, {}]);
}

function listComparison(name: string, comparison: FileComparison): Row[] {
  const { hits, falseNegatives, falsePositives, precision, recall } = comparison;
  return [
    [name, `${hits.length} hits`, hits.join(", ")],
    ...optional("  precision", percent(precision)),
    ...optional("  recall", percent(recall)),
    ["  missed", String(falseNegatives.length), falseNegatives.join(", ")],
    ["  needless", String(falsePositives.length), falsePositives.join(", ")],
  ];
}

function optional(name: string, value: string | undefined, remark = ""): Row[] {
  return value === undefined ? [] : [[name, value, remark]];
}

function percent(share: number | undefined): string | undefined {
  return share === undefined ? undefined : renderPercent(share);
}
