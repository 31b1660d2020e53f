/**
 * Thread that reads many commits, so that the answering thread stays free.
 *
 * @module
 */

import { useStore } from "../store/open_store.ts";
import { serveThread } from "../../../machine/mod.ts";
import { type CommitsWorkerJob, updateCommits } from "./refresh_commits.ts";

serveThread(() => ({
  call: (_, request, { signal }) => {
    const { indexPath, job, maxMs } = request as CommitsWorkerJob;
    return useStore(indexPath, (store) => updateCommits(store, job, { maxMs, signal }));
  },
}));
