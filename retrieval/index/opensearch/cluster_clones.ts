import { isContextError } from "@dossier/core/errors";
import {
  acquireIndexLock,
  basename,
  contentHash,
  lstatOrUndefined,
  RetrievalError,
} from "../../machine/mod.ts";
import { gitCommand } from "../../tree/mod.ts";
import type { BlockPlace } from "../local/mod.ts";
import { Cluster } from "./cluster.ts";
import { ClusterHome } from "./cluster_home.ts";
import { nameIndex, TREES_INDEX } from "./cluster_indexes.ts";
import type { ClusterPlace } from "./cluster_place.ts";
import {
  BRANCH_PREFIX,
  type CloneDocument,
  listCloneIds,
  NEWEST_CLONE,
  type SharedCommit,
  type SharedPack,
} from "./clone_document.ts";
import { type CloneMark, readCloneMark, writeCloneMark } from "./clone_mark.ts";
import { listPackBlocks } from "./commit_pack.ts";
import { findUserCluster } from "./find_user_cluster.ts";

/** Blocks of a pack that are read by one request: 16 MB, of which Base64 makes a third more. */
const BLOCKS_PER_READ = 16;

/** How long to wait for another process that updates the same clone, in milliseconds. */
const LOCK_WAIT_MS = 600_000;

/** Characters of the hash in the path of a clone. */
const HASH_LENGTH = 16;

/** Names of a repository that a message lists. */
const MAX_LISTED = 10;

/**
 * Settings of git in a clone: neither the cluster nor the user's settings choose programs that git starts, and files
 * have the bytes that were committed.
 */
const GIT_SETTINGS: readonly string[] = [
  "core.hooksPath=/dev/null",
  "core.autocrlf=false",
  "advice.detachedHead=false",
];
const GIT_VARIABLES: Readonly<Record<string, string>> = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_TEMPLATE_DIR: "",
};

/** Repository in a cluster. */
export interface ClusterRepository {
  readonly name: string;
  /** Branches that can be cloned, and `newest`. */
  readonly views: readonly string[];
  /** Time at which the newest was sent, ISO 8601. */
  readonly updated: string;
}

/** Clone on this machine of a repository in a cluster. */
export interface ClusterClone {
  /** Absolute path of the work tree. */
  readonly path: string;
  readonly mark: CloneMark;
  /** Reason for which the cluster was not asked whether it has something newer; absent when it was. */
  readonly problem?: string;
}

/** Repositories in a cluster, and the clones of them on this machine. */
export class ClusterClones implements AsyncDisposable {
  readonly #place: ClusterPlace;
  readonly #cluster: Cluster;
  readonly #index: string;
  readonly #folder: string;

  /** @param cache Absolute path of the user's cache folder, in which clones are kept. */
  constructor(place: ClusterPlace, cache: string) {
    this.#place = place;
    this.#cluster = new Cluster(place);
    this.#index = nameIndex(place, TREES_INDEX);
    this.#folder = `${cache}/dossier/clones`;
  }

  /**
   * Returns the repositories that can be cloned, by name. One that was sent in the last 30 seconds may be missing.
   *
   * @throws {RetrievalError} `index-unreachable`, `index-refused`.
   */
  async list(): Promise<readonly ClusterRepository[]> {
    const found = await this.#cluster.listFields(this.#index, {
      field: "view",
      prefix: BRANCH_PREFIX,
      fields: ["repository", "view", "updated"],
    }) as readonly Omit<CloneDocument, "tree">[];
    const byName = Map.groupBy(found, ({ repository }) => repository);
    return [...byName].map(([name, documents]) => ({
      name,
      views: documents.map(({ view }) => view.slice(BRANCH_PREFIX.length)).sort(),
      updated: documents.map(({ updated }) => updated).sort().at(-1)!,
    })).sort((a, b) => a.name < b.name ? -1 : 1);
  }

  /**
   * Returns a clone that has what the cluster has of a repository now. Where the cluster cannot be reached, a clone that
   * was made before is returned as it is.
   *
   * @param written Name of a repository, or the end of a name that no other has, and after `@` a branch or a commit id.
   * @throws {RetrievalError} `root-not-found` when the cluster has no such repository or view; `index-unreachable`,
   * `index-refused`.
   */
  async open(written: string): Promise<ClusterClone> {
    const at = written.lastIndexOf("@");
    const name = at < 0 ? written : written.slice(0, at);
    const view = at < 0 ? NEWEST_CLONE : written.slice(at + 1);
    const path = await this.#locate(name, view);
    let document: CloneDocument;
    try {
      document = await this.#find(name, view);
    } catch (error) {
      const mark = readCloneMark(`${path}/.git`);
      const isAway = isContextError(error) && error.code === "index-unreachable";
      if (!isAway || mark === undefined) throw error;
      return { path, mark, problem: error.message };
    }
    Deno.mkdirSync(path, { recursive: true, mode: 0o700 });
    const lock = await acquireIndexLock(`${path}.lock`, { waitMs: LOCK_WAIT_MS });
    using _ = lock;
    const mark = await this.#update(path, { view, document });
    return { path, mark };
  }

  /** Closes all connections. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#cluster[Symbol.asyncDispose]();
  }

  /** Returns the document of a view of a repository with a name or the end of one. */
  async #find(name: string, view: string): Promise<CloneDocument> {
    const exact = await this.#read(name, view);
    if (exact !== undefined) return exact;
    const all = await this.list();
    const matching = all.filter((one) => one.name === name || one.name.endsWith(`/${name}`));
    if (matching.length > 1) {
      throw this.#refuse(
        name,
        `several repositories of the cluster have that ending: ${quote(matching)}`,
      );
    }
    const [one] = matching;
    if (one === undefined) {
      const others = all.length === 0
        ? 'it contains none: send one with "index --store opensearch"'
        : `it has ${quote(all)}`;
      throw this.#refuse(name, `the cluster has no repository "${name}": ${others}`);
    }
    const document = await this.#read(one.name, view);
    if (document !== undefined) return document;
    const listed = one.views.slice(0, MAX_LISTED).map((branch) => `"${branch}"`).join(", ");
    throw this.#refuse(
      one.name,
      `the cluster has no branch or full commit id "${view}" of it: it has ${listed}`,
    );
  }

  async #read(repository: string, view: string): Promise<CloneDocument | undefined> {
    const ids = await listCloneIds(repository, [view]);
    const [document] = await this.#cluster.read(this.#index, ids);
    return document as CloneDocument | undefined;
  }

  /** Returns the path of the clone of a repository that is named so. Its last part is that of the name. */
  async #locate(name: string, view: string): Promise<string> {
    const { nodes, prefix } = this.#place;
    const key = JSON.stringify([nodes[0], prefix, name, view]);
    const hash = await contentHash(new TextEncoder().encode(key));
    const own = basename(name).replaceAll(/[^\w.-]+/g, "-").replace(/^\.+/, "") || "root";
    return `${this.#folder}/${hash.slice(0, HASH_LENGTH)}/${own}`;
  }

  /** Brings a clone to a commit, and returns its mark. The caller holds its lock. */
  async #update(
    path: string,
    { view, document }: { readonly view: string; readonly document: CloneDocument },
  ): Promise<CloneMark> {
    const { repository, updated, tree } = document;
    const git = `${path}/.git`;
    const known = readCloneMark(git);
    if (known?.commit === tree.commit && known.updated === updated) return known;
    if (known?.commit !== tree.commit) {
      if (lstatOrUndefined(git) === undefined) await runGit(path, ["init", "--quiet"]);
      const read = new Set(known?.segments);
      for (const pack of tree.packs) {
        if (!read.has(pack.segment)) await this.#readPack(path, pack);
      }
      await checkOut(path, tree);
    }
    const segments = tree.packs.map(({ segment }) => segment);
    const mark = { repository, view, commit: tree.commit, updated, segments };
    writeCloneMark(git, mark);
    return mark;
  }

  /** Has git read a pack into a clone. */
  async #readPack(path: string, { segment, blocks }: SharedPack): Promise<void> {
    const places = listPackBlocks(blocks).map((block): BlockPlace => ({ segment, block }));
    using home = new ClusterHome(path, this.#place);
    const command = git(path, ["index-pack", "--stdin", "--fix-thin"], { stdin: "piped" });
    const child = command.spawn();
    const ended = child.output();
    const writer = child.stdin.getWriter();
    try {
      for (let first = 0; first < places.length; first += BLOCKS_PER_READ) {
        const read = await home.readBlocks(places.slice(first, first + BLOCKS_PER_READ));
        for (const bytes of read) await writer.write(bytes);
      }
    } finally {
      // git may have ended before it has read everything: its exit status says so.
      await writer.close().catch(() => {});
      checkGit(path, await ended);
    }
  }

  #refuse(name: string, reason: string): RetrievalError {
    const place = this.#place.nodes.join(", ");
    return new RetrievalError(
      "root-not-found",
      `Cannot open "cluster:${name}" in the cluster at ${place} as ${reason}`,
    );
  }
}

/** Makes the files of a clone those of a commit whose packs are there. */
async function checkOut(path: string, { commit, shallow }: SharedCommit): Promise<void> {
  const folder = `${path}/.git`;
  // A process that was killed may have left it; no other one is at work, as the caller holds the lock.
  await Deno.remove(`${folder}/index.lock`).catch(() => {});
  if (shallow.length > 0) {
    Deno.writeTextFileSync(`${folder}/shallow`, shallow.map((id) => `${id}\n`).join(""));
  } else {
    await Deno.remove(`${folder}/shallow`).catch(() => {});
  }
  await runGit(path, ["checkout", "--quiet", "--force", "--detach", commit]);
}

async function runGit(path: string, args: readonly string[]): Promise<void> {
  checkGit(path, await git(path, args).output());
}

function git(
  path: string,
  args: readonly string[],
  { stdin = "null" }: Pick<Deno.CommandOptions, "stdin"> = {},
): Deno.Command {
  const settings = GIT_SETTINGS.flatMap((setting) => ["-c", setting]);
  return gitCommand([...settings, ...args], {
    cwd: path,
    stderr: "piped",
    stdin,
    env: GIT_VARIABLES,
  });
}

/** @throws {RetrievalError} `index-damaged` when git has failed. */
function checkGit(path: string, { success, stderr }: Deno.CommandOutput): void {
  if (success) return;
  const [line = ""] = new TextDecoder().decode(stderr).trim().split("\n").slice(-1);
  throw new RetrievalError("index-unwritable", {
    action: `clone a repository of the cluster to "${path}"`,
    rule: `git reports "${line}"`,
    fix: "remove the folder, and ask again",
  });
}

function quote(repositories: readonly ClusterRepository[]): string {
  const names = repositories.map(({ name }) => `"${name}"`);
  const more = names.length > MAX_LISTED ? `, and ${names.length - MAX_LISTED} more` : "";
  return `${names.slice(0, MAX_LISTED).join(", ")}${more}`;
}

/**
 * Returns the repositories in the cluster that the user has configured.
 *
 * @param folder Folder from which the user calls.
 * @param cache As for {@link ClusterClones}.
 * @throws {RetrievalError} `invalid-config` when no cluster is configured.
 */
export async function openUserClones(folder: string, cache: string): Promise<ClusterClones> {
  const place = await findUserCluster(folder);
  if (place !== undefined) return new ClusterClones(place, cache);
  throw new RetrievalError("invalid-config", {
    action: "open a repository in the cluster",
    rule: "no cluster is configured",
    fix: 'set DOSSIER_OPENSEARCH, or "index" in your own settings',
  });
}
