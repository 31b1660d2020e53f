import { formatQuantity, formatTime } from "@dossier/core/report";
import { formatBytes } from "@dossier/core/text";
import { EXPECTED_AGE, parseAge } from "@dossier/retrieval/config";
import type { PruneLogOptions, PruneReport } from "@dossier/retrieval/record";
import { type Invocation, UsageError } from "@dossier/retrieval/operation";
import { parseWholeNumber } from "../arguments/parse_arguments.ts";
import { openInvokedLog } from "../input/invoked_location.ts";
import { printJson, printMessage, printResult } from "../terminal/output.ts";
import { SUCCESS } from "../exit_code.ts";

/**
 * Deletes old records and prints which. With `--dry-run` it only prints which it would delete.
 *
 * @throws {UsageError} For an invalid age or number, and when nothing says which records to keep.
 */
export async function runPrune(invocation: Invocation): Promise<number> {
  const { words, has } = invocation;
  if (words.length > 1) {
    throw new UsageError(`Cannot read "${words.slice(1).join(" ")}": prune accepts no operands`);
  }
  const retention = parseRetention(invocation);
  const isDryRun = has("dry-run");
  using log = await openInvokedLog(invocation);
  const report = await log.prune({ retention, isDryRun });
  if (report !== undefined) {
    if (has("json")) printJson({ dryRun: isDryRun, ...report });
    else printResult(renderReport(report, { isDryRun }));
    return SUCCESS;
  }
  const [last] = await log.list({ limit: 1 });
  if (retention === undefined && last !== undefined) {
    throw new UsageError(
      "Cannot prune as the records to keep are not specified: add --older-than 30d or --keep 1000, " +
        'or set "log" in .dossier/config.yaml',
    );
  }
  printMessage("dossier: Nothing is recorded yet");
  return SUCCESS;
}

function parseRetention({ value }: Invocation): PruneLogOptions["retention"] {
  const age = value("older-than");
  const keep = parseWholeNumber(value("keep"), { name: "keep", minimum: 1 });
  const maxAgeMs = age === undefined ? undefined : parseAge(age);
  if (age !== undefined && maxAgeMs === undefined) {
    throw new UsageError(`Cannot use "${age}" for --older-than: it must be ${EXPECTED_AGE}`);
  }
  const limits = [
    ...(age === undefined ? [] : [`--older-than ${age}`]),
    ...(keep === undefined ? [] : [`--keep ${keep}`]),
  ];
  return limits.length === 0 ? undefined : { maxAgeMs, keep, reason: limits.join(" ") };
}

function renderReport(
  { pruned, heldBack, left, given, bytesBefore, bytesAfter, isCompact }: PruneReport,
  { isDryRun }: { readonly isDryRun: boolean },
): string {
  const { oldest, newest } = pruned;
  const span = oldest === undefined || newest === undefined
    ? ""
    : `, recorded from ${formatTime(oldest)} to ${formatTime(newest)}`;
  const sizes = isDryRun
    ? `The file is ${formatBytes(bytesBefore)}`
    : `The file is ${formatBytes(bytesAfter)}, it was ${formatBytes(bytesBefore)}` +
      (isCompact ? "" : "; new records use its free space");
  return [
    `${isDryRun ? "Would prune" : "Pruned"} ${countOf(pruned.records, "record", pruned)}${span}`,
    ...(given.injections === 0
      ? []
      : [`Texts besides bundles: ${countOf(given.injections, "text", given)}`]),
    ...(heldBack.records === 0
      ? []
      : [`Kept, as their sessions continue: ${countOf(heldBack.records, "record", heldBack)}`]),
    `${left} ${isDryRun ? "would be" : left === 1 ? "is" : "are"} left`,
    sizes,
  ].map((line) => `${line}\n`).join("");
}

function countOf(
  number: number,
  noun: "record" | "text",
  { sessions }: { readonly sessions: number },
): string {
  const count = formatQuantity(number, noun);
  return sessions === 0 ? count : `${count} of ${formatQuantity(sessions, "session")}`;
}
