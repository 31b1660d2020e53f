import { contentHash } from "../../machine/mod.ts";

/** View of a repository that was sent last, independent of its branch. */
export const NEWEST_CLONE = "newest";

/**
 * Prefixes of the views of documents from which repositories are cloned. A search for one prefix
 * finds no other documents.
 */
export const BRANCH_PREFIX = "clone/";
export const COMMIT_PREFIX = "clone-commit/";

/** Number of characters of the hash in the id of a document: half of a SHA-256. */
const HASH_LENGTH = 32;

/** Commit of a repository in a cluster, with its packs. */
export interface SharedCommit {
  /** Full id. */
  readonly commit: string;
  /** Packs, in the order in which git must read them: later packs depend on earlier ones. */
  readonly packs: readonly SharedPack[];
  /** Commits in the packs whose parents are in no pack. */
  readonly shallow: readonly string[];
}

/** Pack of commits that is stored as a segment. */
export interface SharedPack {
  /** Name of the segment. */
  readonly segment: string;
  /** Number of its blocks. */
  readonly blocks: number;
}

/** Document of the index of trees from which a repository is cloned. */
export interface CloneDocument {
  readonly repository: string;
  /** {@link BRANCH_PREFIX} with a branch or {@link NEWEST_CLONE}, or {@link COMMIT_PREFIX} with a commit id. */
  readonly view: string;
  /** Time at which the commit was sent, ISO 8601. */
  readonly updated: string;
  readonly tree: SharedCommit;
}

/** Returns the ids of the documents of some views of a repository, in the order of the views. */
export async function listCloneIds(
  repository: string,
  views: readonly string[],
): Promise<readonly string[]> {
  const encoder = new TextEncoder();
  const hashes = await Promise.all(
    views.map((view) => contentHash(encoder.encode(`${repository}\n${view}`))),
  );
  return hashes.map((hash) => `clone-${hash.slice(0, HASH_LENGTH)}`);
}
