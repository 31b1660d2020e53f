import type { LoggedCommit } from "./commit_log.ts";
import { type CommitRequest, toCommitRequest } from "./commit_request.ts";

/** A commit of a repository, and what later commits of it ask for. */
export interface PinnedRequests {
  /** The commit that a tree is to be of. */
  readonly pin: string;
  /** How many commits of the log came after it. */
  readonly depth: number;
  /** What commits after it ask for, newest first; more than are wanted. */
  readonly requests: readonly CommitRequest[];
}

/** How many requests are wanted. */
export interface RequestCount {
  /** Most requests of a repository. */
  readonly perRepository: number;
}

/** Requests looked at for each that is wanted: of some the files are not in the tree. */
const POOL_SHARE = 1.7;

/** Of fewer requests than this share of what is wanted, a repository tells too little. */
const MIN_SHARE = 0.7;

/**
 * Returns the newest commit that enough requests come after, so that one tree serves them all and
 * holds nothing of what they ask for; undefined when the log has too few of them.
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
 * Returns which of the requests are asked, in their order: those whose files all are in the tree, and
 * of too many the ones whose commits' names come first, which is as good as chance and stays so.
 * Undefined when too few are left.
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
