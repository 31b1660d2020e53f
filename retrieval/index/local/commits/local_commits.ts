import type { CommitTimes } from "../../index_reader.ts";
import { findCommitsState, readCommitColumn } from "../store/commits.ts";
import type { Store } from "../store/open_store.ts";
import { MAX_COMMITS } from "../../../commits/mod.ts";

/**
 * Returns the times at which commits changed the documents of an index, in the state of the
 * caller's transaction.
 */
export function readLocalCommits(store: Store): CommitTimes {
  const { commits = 0, newest, tip } = findCommitsState(store) ?? {};
  const changed = readCommitColumn(store, "changed");
  const fileDocuments = readCommitColumn(store, "documents");
  const starts = readCommitColumn(store, "starts");
  const touched = readCommitColumn(store, "touched");
  const times = readCommitColumn(store, "times");
  const ids = readCommitColumn(store, "ids");
  const isCut = commits >= MAX_COMMITS && times.length > 0;
  return {
    newest: commits === 0 ? undefined : newest,
    tip: commits === 0 ? undefined : tip,
    findLastChange(document) {
      const file = fileDocuments.indexOf(document);
      if (file !== -1) return changed[file];
      return isCut ? times.reduce((oldest, time) => Math.min(oldest, time)) : undefined;
    },
    countSince(documents, time) {
      const files = new Set(documents.map((id) => fileDocuments.indexOf(id)));
      files.delete(-1);
      let count = 0;
      times.forEach((commitTime, commit) => {
        if (commitTime <= time) return;
        const end = starts[commit + 1] ?? touched.length;
        let at = starts[commit]!;
        while (at < end && !files.has(touched[at]!)) at++;
        if (at < end) count++;
      });
      if (count > 0) return count;
      return files.values().some((file) => changed[file]! > time) ? 1 : 0;
    },
    findCommitAtOrAfter(time) {
      if (times.length === 0) return undefined;
      let first = -1;
      let newest = 0;
      times.forEach((commitTime, commit) => {
        if (commitTime >= time && (first < 0 || commitTime < times[first]!)) first = commit;
        if (commitTime > times[newest]!) newest = commit;
      });
      const commit = first < 0 ? newest : first;
      const bytes = ids.length / times.length;
      return ids.subarray(commit * bytes, (commit + 1) * bytes).toHex();
    },
  };
}
