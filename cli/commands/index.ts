import type { Invocation } from "../arguments/command.ts";
import { openInvokedEngine } from "../input/invoked_place.ts";
import { printJson, printMessage, printNotes, printResult } from "../terminal/output.ts";
import { withProgress } from "../terminal/progress.ts";
import { INTERRUPTED, SUCCESS } from "../exit_code.ts";

/** Brings the index up to date. */
export async function runIndex(invocation: Invocation): Promise<number> {
  const start = performance.now();
  using engine = await openInvokedEngine(invocation);
  const report = await withProgress((progress) => engine.index(progress));
  const seconds = (performance.now() - start) / 1000;
  if (invocation.has("json")) {
    printJson({ root: engine.root, ...report, seconds });
  } else {
    printNotes(report.notes);
    const { documents, chunks, added, changed, removed } = report;
    printResult(
      `${documents} documents, ${chunks} chunks: ${added} added, ${changed} changed, ${removed} removed` +
        ` in ${seconds.toFixed(2)} s\n`,
    );
  }
  if (report.pending === 0) return SUCCESS;
  printMessage(
    `dossier: Stopped with ${report.pending} files to go; what is done is kept, and the next run goes on`,
  );
  return INTERRUPTED;
}
