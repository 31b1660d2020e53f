import type { IndexProgress } from "@dossier/retrieval";
import { paintLine } from "./output.ts";
import { onStopSignal, REPEATED_SIGNAL_MS } from "./stop_signals.ts";

/** Index runs shorter than this pass without a word, in milliseconds. */
const QUIET_MS = 300;

/** How often the line on the terminal changes, in milliseconds. */
const REPAINT_MS = 100;

/** What an engine's method is given to report how indexing goes and to be stopped. */
export interface ProgressOptions {
  /** Shows how far indexing has come; absent where standard error is no terminal. */
  readonly onProgress?: (progress: IndexProgress) => void;
  /** Aborted when the program is asked to end. */
  readonly signal: AbortSignal;
}

/**
 * Returns what `work` returns, given a progress line on standard error, when that is a terminal, and
 * a signal that the first Ctrl-C or SIGTERM aborts: the batch at hand is then finished and kept. One that
 * comes later ends the process, as any does once the work is done.
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
    // Even to clear none loads the timers of the runtime, which takes a process that answers once 8 ms.
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
    if (now - start < QUIET_MS || (now - painted < REPAINT_MS && !isLast)) return;
    painted = now;
    paintLine(isLast ? "" : renderProgress(progress, (now - start) / 1000));
  };
}

/** Returns one line that says how far indexing, or embedding after it, has come. */
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
