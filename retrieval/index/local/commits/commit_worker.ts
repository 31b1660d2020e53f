/**
 * The thread that reads many commits, so that the thread that answers stays free.
 *
 * @module
 */

import { openStore } from "../store/open_store.ts";
import { serveJob } from "../../../machine/mod.ts";
import { type CommitsOutcome, updateCommits } from "./update_commits.ts";
import type { CommitsWorkerJob } from "./refresh_commits.ts";

serveJob<CommitsWorkerJob, CommitsOutcome>(
  async ({ indexPath, fingerprint, job, maxMs }, { signal }) => {
    using store = openStore(indexPath, { fingerprint });
    return await updateCommits(store, job, { maxMs, signal });
  },
);
