import {
  formatTime,
  renderCell,
  renderColumns,
  renderReport,
  wrapLines,
  wrapText,
} from "@dossier/core/report";
import {
  type ChangedPart,
  DEFAULT_LOG_LIMIT,
  type InjectionLog,
  type InjectionSummary,
} from "@dossier/retrieval/record";
import { renderLogTable, renderRecordReport } from "@dossier/retrieval/report";
import { type Invocation, UsageError } from "@dossier/retrieval/operation";
import { parseWholeNumber } from "../arguments/parse_arguments.ts";
import { openInvokedLog } from "../input/invoked_location.ts";
import { terminalWidth } from "../terminal/screen.ts";
import { escapeOnTerminal, printJson, printMessage, printResult } from "../terminal/output.ts";
import { CHANGED, SUCCESS } from "../exit_code.ts";

/** Operands that show one record, and that prune old ones. */
const SHOW = "show";
const PRUNE = "prune";

/** Options that only one of the three forms has. */
const LIST_OPTIONS = ["session", "limit", "before"];
const PRUNE_OPTIONS = ["older-than", "keep", "dry-run"];

/** Maximum number of characters of a subject in a list, and the minimum beside its record. */
const SUBJECT_WIDTH = 60;
const MIN_SUBJECT_WIDTH = 20;

/** Indexes of two columns in the table of records. */
const SESSION = 3;
const SUBJECT = 6;

const GAP = "  ";
const INDENT = "    ";

const DIGITS_REGEXP = /^\d+$/;

/**
 * Prints the log, or with `show ID` one record. With `prune` it deletes old records.
 *
 * @throws {UsageError} For other operands, options of another form, and records that do not exist.
 */
export async function runLog(invocation: Invocation): Promise<number> {
  const isPruning = invocation.words[0] === PRUNE;
  const unused = isPruning ? [...LIST_OPTIONS, "render"] : PRUNE_OPTIONS;
  const wrong = unused.find((name) => invocation.has(name));
  if (wrong !== undefined) {
    throw new UsageError(`Cannot use --${wrong} ${isPruning ? "with" : "without"} prune`);
  }
  if (isPruning) {
    const { runPrune } = await import("./log_prune.ts");
    return await runPrune(invocation);
  }
  const id = parseShow(invocation);
  using log = await openInvokedLog(invocation);
  if (id === undefined) return await printList(log, invocation);
  return invocation.has("render")
    ? await printText(log, id)
    : await printRecord(log, id, { json: invocation.has("json") });
}

/** Returns the number of the requested record, or undefined for the list. */
function parseShow({ words, value, has }: Invocation): number | undefined {
  const [verb, written, ...rest] = words;
  if (verb === undefined) {
    if (has("render")) throw new UsageError("Cannot render a list: name a record, as in show 12");
    return undefined;
  }
  if (verb !== SHOW || written === undefined || rest.length > 0) {
    throw new UsageError(
      `Cannot read "${words.join(" ")}": write show and the ID of a record, or prune`,
    );
  }
  const unused = LIST_OPTIONS.find((name) => value(name) !== undefined);
  if (unused !== undefined) {
    throw new UsageError(`Cannot use --${unused} for one record: it is an option of the list`);
  }
  if (has("render") && has("json")) {
    throw new UsageError("Cannot use both --render and --json: use one of them");
  }
  const id = DIGITS_REGEXP.test(written) ? Number(written) : NaN;
  if (!Number.isSafeInteger(id) || id < 1) {
    throw new UsageError(`Cannot show record "${written}": an ID is a whole number of at least 1`);
  }
  return id;
}

async function printList(log: InjectionLog, { value, has }: Invocation): Promise<number> {
  const session = value("session");
  const limit = parseWholeNumber(value("limit"), { name: "limit", minimum: 1 });
  const before = parseWholeNumber(value("before"), { name: "before", minimum: 1 });
  const records = await log.list({ session, limit, before });
  if (records.length === 0) {
    const whom = session === undefined ? "" : ` for the session "${session}"`;
    const when = before === undefined ? "" : ` before record ${before}`;
    printMessage(`dossier: Nothing is recorded${whom}${when || (whom === "" ? " yet" : "")}`);
  }
  if (has("json")) printJson({ records });
  else if (records.length > 0) {
    const width = terminalWidth();
    // A terminal may be narrower than the numbers, and the trigger of a record may have a long
    // name.
    printResult(wrapLines(renderList(records, width), width));
  }
  const idle = await log.findUnconfirmedRetention();
  if (idle !== undefined) {
    printMessage(`dossier: The setting ${idle} has no effect until you have run "log prune" once`);
  }
  const pruning = await log.findLastPruning();
  if (pruning !== undefined && records.length < (limit ?? DEFAULT_LOG_LIMIT)) {
    const { records: count, time, reason } = pruning;
    printMessage(
      `dossier: ${count} earlier records were pruned, the last on ${formatTime(time)} by ${reason}`,
    );
  }
  return SUCCESS;
}

/**
 * Returns a line for each record, or two when one is too short: the second then has the session and
 * the subject. The session and all numbers are always complete.
 */
function renderList(records: readonly InjectionSummary[], width: number): string {
  const { columns, rows: cells } = renderLogTable(records).body;
  const rows = cells.map((row) => row.map(renderCell));
  const subjects = rows.map((row) => row[SUBJECT]!);
  const lines = splitLines(
    renderColumns(rows.map((row) => row.slice(0, SUBJECT)), columns.slice(0, SUBJECT)),
  );
  const left = width - lines[0]!.length - GAP.length;
  const longest = Math.max(...subjects.map(({ length }) => length));
  if (left >= Math.min(longest, MIN_SUBJECT_WIDTH)) {
    const limit = Math.min(left, SUBJECT_WIDTH);
    const cells = ["SUBJECT", ...subjects.map((subject) => shorten(subject, limit))];
    return lines.map((line, at) => `${line + GAP + cells[at]}`.trimEnd() + "\n").join("");
  }
  const isShort = (_: unknown, at: number) => at !== SESSION && at !== SUBJECT;
  const short = splitLines(
    renderColumns(rows.map((row) => row.filter(isShort)), columns.filter(isShort)),
  );
  const below = ["SESSION: SUBJECT", ...rows.map((row) => `${row[SESSION]}: ${row[SUBJECT]}`)];
  return short.map((line, at) => {
    const session = rows[at - 1]?.[SESSION] ?? "";
    const room = Math.max(width - INDENT.length, session.length + MIN_SUBJECT_WIDTH);
    const parts = wrapText(shorten(below[at]!, room), width - INDENT.length);
    return `${[line, ...parts.map((part) => INDENT + part.trimEnd())].join("\n")}\n`;
  }).join("");
}

function splitLines(text: string): string[] {
  return text.split("\n").slice(0, -1);
}

function shorten(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}

async function printRecord(
  log: InjectionLog,
  id: number,
  { json }: { readonly json: boolean },
): Promise<number> {
  const record = await log.find(id) ?? await refuse(log, id);
  if (json) printJson(record);
  else printResult(wrapLines(renderReport(renderRecordReport(record)), terminalWidth()));
  return SUCCESS;
}

/** Prints the text of a record, or says why it cannot be restored. */
async function printText(log: InjectionLog, id: number): Promise<number> {
  const restored = await log.render(id) ?? await refuse(log, id);
  if ("text" in restored) {
    printResult(escapeOnTerminal(restored.text));
    return SUCCESS;
  }
  for (const part of restored.changed) printMessage(`dossier: ${describeChange(part)}`);
  return CHANGED;
}

function describeChange({ path, startLine, endLine, change }: ChangedPart): string {
  const lines = startLine === undefined ? "" : `, lines ${startLine}-${endLine},`;
  const what = change === "gone" ? "is deleted or excluded" : "has changed since";
  return `"${path}"${lines} ${what}`;
}

async function refuse(log: InjectionLog, id: number): Promise<never> {
  const pruning = await log.findPruning(id);
  if (pruning !== undefined) {
    const { time, reason } = pruning;
    throw new UsageError(
      `Cannot show record ${id} as it was pruned on ${formatTime(time)} by ${reason}`,
    );
  }
  const [last] = await log.list({ limit: 1 });
  const known = last === undefined ? "nothing is recorded yet" : `the last is ${last.id}`;
  throw new UsageError(`Cannot show record ${id} as it does not exist: ${known}`);
}
