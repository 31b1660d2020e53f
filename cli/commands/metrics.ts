import { renderBody } from "@dossier/core/report";
import { renderMetrics } from "@dossier/retrieval/report";
import { type Invocation, UsageError } from "@dossier/retrieval/operation";
import { openInvokedLog } from "../input/invoked_location.ts";
import { readInput } from "../input/read_input.ts";
import { printJson, printResult } from "../terminal/output.ts";
import { SUCCESS } from "../exit_code.ts";

/**
 * Prints metrics of the context that a session was given.
 *
 * @throws {UsageError} Without a session or a transcript, and for a transcript that cannot be read.
 */
export async function runMetrics(invocation: Invocation): Promise<number> {
  const { value, values, words, has } = invocation;
  const session = value("session");
  if (session === undefined) {
    throw new UsageError("Cannot measure without a session: add --session ID");
  }
  if (words.length > 0 && values("touched").length === 0) {
    throw new UsageError(
      `Cannot read "${words.join(" ")}": put --touched before the changed files`,
    );
  }
  const transcript = await readTranscript(value("transcript"));
  using log = await openInvokedLog(invocation);
  const outdated = values("outdated");
  const metrics = await log.measure({
    session,
    transcript,
    touched: [...values("touched"), ...words],
    ...(outdated.length === 0 ? {} : { outdated }),
  });
  if (has("json")) printJson({ session, ...metrics });
  else printResult(renderBody(renderMetrics(metrics)));
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
