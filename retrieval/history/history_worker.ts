/**
 * The thread that reads a long history, so that the thread that answers stays free. It gets one
 * {@link HistoryWorkerJob} and sends one {@link HistoryWorkerMessage}.
 *
 * @module
 */

import { isContextError } from "@dossier/core/errors";
import { toStoreError } from "../errors.ts";
import { openStore } from "../store/open_store.ts";
import type { HistoryWorkerJob, HistoryWorkerMessage } from "./update_in_worker.ts";
import { updateHistory } from "./update_history.ts";

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<HistoryWorkerJob | "stop">) => void) | null;
  postMessage(message: HistoryWorkerMessage): void;
};

const abort = new AbortController();

scope.onmessage = async ({ data }) => {
  if (data === "stop") abort.abort();
  else scope.postMessage(await run(data));
};

async function run(
  { indexPath, fingerprint, job, maxMs }: HistoryWorkerJob,
): Promise<HistoryWorkerMessage> {
  try {
    using store = openStore(indexPath, { fingerprint });
    const outcome = await updateHistory(store, job, { maxMs, signal: abort.signal });
    return { kind: "done", outcome };
  } catch (error) {
    const known = toStoreError(error, indexPath);
    return {
      kind: "failed",
      message: known instanceof Error ? known.message : String(known),
      ...(isContextError(known) ? { code: known.code } : {}),
    };
  }
}
