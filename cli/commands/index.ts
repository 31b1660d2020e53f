import type { Engine } from "@dossier/retrieval";
import type { Invocation } from "../arguments/command.ts";
import { openInvokedEngine } from "../input/invoked_place.ts";
import { printJson, printMessage, printNotes, printResult } from "../terminal/output.ts";
import { withProgress } from "../terminal/progress.ts";
import { INTERRUPTED, SUCCESS } from "../exit_code.ts";

/** Brings the index up to date. */
export async function runIndex(invocation: Invocation): Promise<number> {
  using engine = await openInvokedEngine(invocation);
  return await indexWithProgress(engine, invocation.has("json") ? undefined : printLine);
}

/** Writes a line to standard output. */
export function printLine(line: string): void {
  printResult(`${line}\n`);
}

/**
 * Brings an index up to date while a line says how far that is, and returns the exit code.
 *
 * @param print Takes the line that says what came of it; without it that is printed as JSON.
 */
export async function indexWithProgress(
  engine: Engine,
  print?: (line: string) => void,
): Promise<number> {
  const start = performance.now();
  const report = await withProgress((progress) => engine.index(progress));
  const seconds = (performance.now() - start) / 1000;
  if (print === undefined) {
    printJson({ root: engine.root, ...report, seconds });
  } else {
    printNotes(report.notes);
    const { documents, chunks, added, changed, removed } = report;
    print(
      `${documents} documents, ${chunks} chunks: ${added} added, ${changed} changed, ${removed} removed` +
        ` in ${seconds.toFixed(2)} s`,
    );
  }
  if (report.pending === 0) return SUCCESS;
  printMessage(
    `dossier: Stopped with ${report.pending} files to go; what is done is kept, and the next run goes on`,
  );
  return INTERRUPTED;
}
