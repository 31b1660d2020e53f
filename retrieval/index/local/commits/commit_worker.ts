/**
 * The thread that reads many commits, so that the thread that answers stays free.
 *
 * @module
 */

import { openStore } from "../store/open_store.ts";
import { serveJob } from "../../../machine/mod.ts";
import { type CommitsWorkerJob, updateCommits } from "./refresh_commits.ts";

serveJob(async ({ indexPath, job, maxMs }: CommitsWorkerJob, { signal }) => {
  using store = openStore(indexPath);
  return await updateCommits(store, job, { maxMs, signal });
});
