import type { LoggedCommit } from "./commit_log.ts";
import { type CommitRequest, toCommitRequest } from "./commit_request.ts";

/** Commit of a repository, with the queries of later commits. */
export interface PinnedRequests {
  /** Commit of the tree. */
  readonly pin: string;
  /** Number of later commits in the log. */
  readonly depth: number;
  /** Queries of later commits, newest first; more than requested. */
  readonly requests: readonly CommitRequest[];
}

/** Requested number of queries. */
export interface RequestCount {
  /** Maximum number of queries of a repository. */
  readonly perRepository: number;
}

/**
 * Number of inspected queries for each requested one, as the files of some are missing in the tree.
 */
const POOL_SHARE = 1.7;

/** Minimum share of the requested number of queries of a repository. */
const MIN_SHARE = 0.7;

/**
 * Returns the newest commit that is followed by enough queries, so that one tree is used for all of
 * them and contains none of their answers; undefined when the log has too few.
 */
export function pinRequests(
  log: readonly LoggedCommit[],
  { perRepository }: RequestCount,
): PinnedRequests | undefined {
  const pool = Math.ceil(perRepository * POOL_SHARE);
  const requests: CommitRequest[] = [];
  for (const [i, commit] of log.entries()) {
    if (requests.length === pool) return { pin: commit.sha, depth: i, requests };
    const request = toCommitRequest(commit);
    if (request !== undefined) requests.push(request);
  }
  return undefined;
}

/**
 * Returns the used queries, in order: those whose files are all in the tree. Of too many, the ones
 * whose hashes come first are used, which is an arbitrary but stable choice. Returns undefined when
 * too few are left.
 */
export function chooseRequests(
  requests: readonly CommitRequest[],
  { hasFile, perRepository }: RequestCount & { readonly hasFile: (path: string) => boolean },
): CommitRequest[] | undefined {
  const answerable = requests.filter(({ paths }) => paths.every(hasFile));
  if (answerable.length < Math.ceil(perRepository * MIN_SHARE)) return undefined;
  const chosen = new Set(
    answerable.toSorted((a, b) => a.sha < b.sha ? -1 : 1).slice(0, perRepository),
  );
  return answerable.filter((request) => chosen.has(request));
}
