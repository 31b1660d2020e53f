import { IndexKeeper, type WatchRun } from "@dossier/retrieval/keeper";
import type { Invocation } from "@dossier/retrieval/operation";
import { invokedLocation } from "../input/invoked_location.ts";
import { escapeOnTerminal, printMessage, printNotes, printResult } from "../terminal/output.ts";
import { onStopSignal } from "../terminal/stop_signals.ts";
import { SUCCESS } from "../exit_code.ts";

/** Keeps the index up to date until a stop signal. */
export async function runWatch(invocation: Invocation): Promise<number> {
  const printRun = invocation.has("json") ? printAsJson : printAsLine;
  const abort = new AbortController();
  const { signal } = abort;
  const stop = () => abort.abort();
  using _ = onStopSignal(stop);
  let hasRun = false;
  let failure: { readonly error: unknown } | undefined;
  const onRun = (run: WatchRun) => {
    hasRun = true;
    printRun(run);
  };
  const onFailure = (error: unknown) => {
    if (hasRun) return printMessage(`dossier: ${toMessage(error)}; trying again`);
    // The user must fix an error at the start. A later one is retried.
    failure = { error };
    stop();
  };
  await using keeper = new IndexKeeper({ ...invokedLocation(invocation), watch: true });
  await keeper.keepFresh({ signal, onRun, onFailure, onNotes: printNotes });
  if (failure !== undefined) throw failure.error;
  return SUCCESS;
}

function printAsLine({ report, lagMs }: WatchRun): void {
  const { added, changed, removed } = report;
  const lag = lagMs === undefined ? "" : `, ${lagMs.toFixed(0)} ms after the last change`;
  printResult(`${added} added, ${changed} changed, ${removed} removed${lag}\n`);
}

/** Writes a run as one line, so that a program can read the output line by line. */
function printAsJson({ report, lagMs }: WatchRun): void {
  printResult(`${escapeOnTerminal(JSON.stringify({ ...report, lagMs }))}\n`);
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
