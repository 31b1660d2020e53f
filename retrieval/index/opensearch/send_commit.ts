import type { RemoteSegmentStore } from "../local/mod.ts";
import type { Cluster } from "./cluster.ts";
import {
  BRANCH_PREFIX,
  type CloneDocument,
  COMMIT_PREFIX,
  listCloneIds,
  NEWEST_CLONE,
  type SharedCommit,
} from "./clone_document.ts";
import { packCommit } from "./commit_pack.ts";
import { findBranch, listSimilarViews } from "./tree_views.ts";

/** Maximum number of packs of a commit. When it is reached, the next commit is sent as one complete pack. */
const MAX_PACKS = 16;

/** Cluster and repository name for a commit that is sent. */
interface CommitTarget {
  readonly cluster: Cluster;
  /** Name of the index of trees. */
  readonly index: string;
  readonly segments: Pick<RemoteSegmentStore, "writeSegment" | "touchSegments">;
  readonly repository: string;
}

/**
 * Sends a commit and those of its ancestors that the cluster lacks, so that other machines can clone
 * it. The documents that name the commit are written last. Returns false when git cannot pack the
 * commit.
 * @param root Absolute path of the top folder of a work tree whose files are those of the commit.
 * @throws {RetrievalError} As {@link Cluster.write}.
 */
export async function sendCommit(
  root: string,
  commit: string,
  { cluster, index, segments, repository }: CommitTarget,
): Promise<boolean> {
  const similar = await listSimilarViews(root);
  const ids = await listCloneIds(repository, similar);
  const sent = (await cluster.read(index, ids) as readonly (CloneDocument | undefined)[])
    .find((one) => one !== undefined)?.tree;
  const isUsable = sent !== undefined && sent.packs.length < MAX_PACKS &&
    (await segments.touchSegments(sent.packs.map(({ segment }) => segment))).size === 0;
  const base = isUsable ? sent : undefined;
  let tree = base?.commit === commit ? base : await packOnBase(root, commit, { base, segments });
  const missing = await segments.touchSegments(tree?.packs.map(({ segment }) => segment) ?? []);
  // Packs of the base may have been removed in the meantime.
  if (missing.size > 0) tree = await packOnBase(root, commit, { base: undefined, segments });
  if (tree === undefined) return false;
  const branch = findBranch(root);
  const views = [commit, ...branch === undefined ? [] : [branch], NEWEST_CLONE];
  const updated = new Date().toISOString();
  const documentIds = await listCloneIds(repository, views);
  const documents = views.map((view, i) => {
    const source: CloneDocument = {
      repository,
      view: `${view === commit ? COMMIT_PREFIX : BRANCH_PREFIX}${view}`,
      updated,
      tree,
    };
    return { id: documentIds[i]!, source };
  });
  await cluster.write(index, documents);
  // Otherwise a search by the end of the name would miss the repository for half a minute.
  await cluster.refresh(index);
  return true;
}

/**
 * Sends a new pack of a commit, and returns the commit with the packs of its base and the new pack;
 * undefined when git cannot pack the commit.
 */
async function packOnBase(
  root: string,
  commit: string,
  { base, segments }: Pick<CommitTarget, "segments"> & { readonly base: SharedCommit | undefined },
): Promise<SharedCommit | undefined> {
  const packed = await packCommit(root, commit, { base: base?.commit });
  if (packed === undefined) return undefined;
  const { blocks, isShallow } = packed;
  // A pack that does not depend on the base is complete on its own.
  const { packs = [], shallow = [] } = packed.base === undefined ? {} : base ?? {};
  const segment = await segments.writeSegment(blocks);
  return {
    commit,
    packs: [...packs, { segment, blocks: blocks.length }],
    shallow: isShallow ? [...shallow, commit] : shallow,
  };
}
