/**
 * The thread that reads a long history, so that the thread that answers stays free.
 *
 * @module
 */

import { openStore } from "../store/open_store.ts";
import { serveJob } from "../../../machine/mod.ts";
import { type HistoryOutcome, updateHistory } from "./update_history.ts";
import type { HistoryWorkerJob } from "./update_in_worker.ts";

serveJob<HistoryWorkerJob, HistoryOutcome>(
  async ({ indexPath, fingerprint, job, maxMs }, { signal }) => {
    using store = openStore(indexPath, { fingerprint });
    return await updateHistory(store, job, { maxMs, signal });
  },
);
