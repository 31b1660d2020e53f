import { type Invocation, UsageError } from "@dossier/retrieval/operation";
import { CLUSTER_PREFIX, splitRoot } from "@dossier/retrieval/served-roots";
import type { NamedFolder } from "@dossier/retrieval/workspace";
import type { ClusterClones } from "@dossier/retrieval/cluster-clones";
import { printMessage } from "../terminal/output.ts";
import { cacheFolder, callerFolder } from "./caller_folder.ts";

/** Name that represents all repositories in the cluster. */
const ALL = "*";

/** Maximum number of repositories that are cloned for {@link ALL}. */
const MAX_ALL = 100;

/** Interval between requests of a long-running process for newer commits in the cluster, in milliseconds. */
const UPDATE_MS = 5_000;

/**
 * Returns an invocation in which each root in the cluster is replaced by the folder of a clone on
 * this machine. While the process runs, the clones are updated from the cluster.
 *
 * @throws {UsageError} Without a home folder for the clones, and for `cluster:*` with too many
 *   repositories.
 * @throws {RetrievalError} `invalid-config` without a cluster, and as {@link ClusterClones.open}.
 */
export async function openClusterRoots(invocation: Invocation): Promise<Invocation> {
  const clones = await openClones();
  const roots: string[] = [];
  for (const written of invocation.values("root")) {
    const { name, folder } = splitRoot(written);
    if (!folder.startsWith(CLUSTER_PREFIX)) {
      roots.push(written);
      continue;
    }
    for (const repository of await listNamed(clones, folder.slice(CLUSTER_PREFIX.length))) {
      const path = await openClone(clones, repository);
      roots.push(name === undefined ? path : `${name}=${path}`);
    }
  }
  return {
    ...invocation,
    value: (name) => name === "root" ? roots[0] : invocation.value(name),
    values: (name) => name === "root" ? roots : invocation.values(name),
  };
}

/**
 * Returns folders in which each repository in the cluster is replaced by a clone on this machine.
 *
 * @throws As {@link openClusterRoots}.
 */
export async function openClusterFolders(
  folders: readonly NamedFolder[],
): Promise<readonly NamedFolder[]> {
  const clones = await openClones();
  const opened: NamedFolder[] = [];
  for (const folder of folders) {
    const { path } = folder;
    const isFolder = !path.startsWith(CLUSTER_PREFIX);
    opened.push(
      isFolder
        ? folder
        : { ...folder, path: await openClone(clones, path.slice(CLUSTER_PREFIX.length)) },
    );
  }
  return opened;
}

async function openClones(): Promise<ClusterClones> {
  const cache = cacheFolder();
  if (cache === undefined) {
    throw new UsageError(
      "Cannot clone a repository from the cluster without a home folder: set HOME",
    );
  }
  // Imported only here, as most roots are folders.
  const { openUserClones } = await import("@dossier/retrieval/cluster-clones");
  return await openUserClones(callerFolder(), cache);
}

async function listNamed(clones: ClusterClones, written: string): Promise<readonly string[]> {
  if (written !== ALL) return [written];
  const all = await clones.list();
  if (all.length > 0 && all.length <= MAX_ALL) return all.map(({ name }) => name);
  throw new UsageError(
    `Cannot use all ${all.length} repositories in the cluster: there must be 1 to ${MAX_ALL}, so name some`,
  );
}

/** Clones a repository, and updates the clone from the cluster while the process runs. */
async function openClone(clones: ClusterClones, repository: string): Promise<string> {
  const { path, problem } = await clones.open(repository);
  let reported = problem;
  if (problem !== undefined) printMessage(`dossier: ${renderStale(repository, problem)}`);
  const update = async () => {
    const problem = await clones.open(repository).then((clone) => clone.problem, String);
    if (problem !== undefined && problem !== reported) {
      printMessage(`dossier: ${renderStale(repository, problem)}`);
    }
    reported = problem;
    schedule();
  };
  const schedule = () => Deno.unrefTimer(setTimeout(update, UPDATE_MS));
  schedule();
  return path;
}

function renderStale(repository: string, problem: string): string {
  return `Answering from what the cluster had of "${repository}" before: ${problem}`;
}
