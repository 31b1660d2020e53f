import { type FromThread, toPlainError, type ToThread } from "./thread_message.ts";

/** Tools of a call in a thread. */
interface CallTools {
  /** Aborted when nobody waits for the answer. */
  readonly signal: AbortSignal;
  /** Calls `onProgress` on the other side. */
  readonly report: (progress: unknown) => void;
}

/** The service of a thread. */
interface ThreadService extends AsyncDisposable {
  /** Returns the answer to a call: plain values. */
  call(method: string, request: unknown, tools: CallTools): Promise<unknown>;
}

/**
 * Answers the calls that this thread is sent with what `open` returns for its settings.
 *
 * @param open Receives a function that says something unasked.
 */
export function serveThread<Settings>(
  open: (settings: Settings, tell: (notice: unknown) => void) => ThreadService,
): void {
  const scope = self as unknown as {
    onmessage: ((event: MessageEvent<ToThread>) => void) | null;
    postMessage(message: FromThread): void;
  };
  const aborts = new Map<number, AbortController>();
  let service: ThreadService | undefined;
  const answer = async ({ id, method, request }: Extract<ToThread, { kind: "call" }>) => {
    const abort = new AbortController();
    aborts.set(id, abort);
    const report = (progress: unknown) => scope.postMessage({ kind: "progress", id, progress });
    try {
      const result = await service?.call(method, request, { signal: abort.signal, report });
      scope.postMessage({ kind: "done", id, result });
    } catch (error) {
      scope.postMessage({ kind: "failed", id, error: toPlainError(error) });
    } finally {
      aborts.delete(id);
    }
  };
  const close = async () => {
    await service?.[Symbol.asyncDispose]();
    scope.postMessage({ kind: "closed" });
  };
  scope.onmessage = ({ data }) => {
    if (data.kind === "call") void answer(data);
    else if (data.kind === "abort") aborts.get(data.id)?.abort();
    else if (data.kind === "close") void close();
    else {
      const settings = data.settings as Settings;
      service = open(settings, (notice) => scope.postMessage({ kind: "notice", notice }));
    }
  };
}
