import type { IndexProgress } from "@dossier/retrieval";
import { paintLine } from "./output.ts";
import { onStopSignal, REPEATED_SIGNAL_MS } from "./stop_signals.ts";

/** Duration of an index run below which no progress is shown, in milliseconds. */
const MIN_SHOWN_MS = 300;

/** Interval between changes of the progress line, in milliseconds. */
const REPAINT_MS = 100;

/** Options of an engine's method, which report progress and stop it. */
export interface ProgressOptions {
  /** Shows the progress of indexing; absent when standard error is not a terminal. */
  readonly onProgress?: (progress: IndexProgress) => void;
  /** Aborted when the program is asked to end. */
  readonly signal: AbortSignal;
}

/**
 * Returns the result of `work`. On a terminal it shows a progress line on standard error. The first
 * Ctrl-C or SIGTERM aborts the signal of `work`: the current batch is then finished and kept. A
 * later one ends the process, as does any after the work is done.
 */
export async function withProgress<Result>(
  work: (options: ProgressOptions) => Promise<Result>,
): Promise<Result> {
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const release = () => listening[Symbol.dispose]();
  const listening = onStopSignal(() => {
    abort.abort();
    timer ??= setTimeout(release, REPEATED_SIGNAL_MS);
  });
  try {
    const { signal } = abort;
    return await work(
      Deno.stderr.isTerminal() ? { signal, onProgress: openProgressLine() } : { signal },
    );
  } finally {
    // Clearing a timer loads the timers of the runtime, which costs a process with a single answer
    // 8 ms.
    if (timer !== undefined) clearTimeout(timer);
    release();
  }
}

function openProgressLine(): (progress: IndexProgress) => void {
  const start = performance.now();
  let painted = 0;
  return (progress) => {
    const now = performance.now();
    const { files, totalFiles, embedding } = progress;
    const isLast = embedding === undefined
      ? files === totalFiles
      : embedding.embedded === embedding.total;
    if (now - start < MIN_SHOWN_MS || (now - painted < REPAINT_MS && !isLast)) return;
    painted = now;
    paintLine(isLast ? "" : renderProgress(progress, (now - start) / 1000));
  };
}

/** Returns one line about the progress of indexing, or of embedding after it. */
export function renderProgress(
  { files, totalFiles, chunks, embedding }: IndexProgress,
  seconds: number,
): string {
  if (embedding !== undefined) {
    const { embedded, total } = embedding;
    return `Embedding: ${embedded} of ${total} texts, ${seconds.toFixed(1)} s`;
  }
  return `Indexing: ${files} of ${totalFiles} files, ${chunks} chunks, ${seconds.toFixed(1)} s`;
}
