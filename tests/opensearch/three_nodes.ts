import { installOpenSearch } from "./install_opensearch.ts";
import { findFreePort, NOBODY, SearchNode } from "./search_node.ts";
import { type Passage, TcpProxy } from "./tcp_proxy.ts";

/** Number of nodes: with two, the cluster stops when either fails. */
const NODES = 3;

/** Maximum time until all nodes are one cluster with all copies, in milliseconds. */
const WHOLE_MS = 300_000;

/** Time between two looks at the cluster, in milliseconds. */
const POLL_MS = 250;

/** Size of the file system of a node's data where it has one of its own. */
const DISK_SIZE = "192m";

/** One of three nodes, with the proxies in front of it. */
export interface ProxiedNode {
  readonly node: SearchNode;
  /** In front of its API. */
  readonly api: TcpProxy;
  /** In front of the port by which other nodes reach it. */
  readonly transport: TcpProxy;
}

/**
 * Cluster of three OpenSearch nodes, each a process with a proxy in front of its API and another in front of the port by
 * which the other nodes reach it. It ends with all its files when it is disposed of.
 */
export class ThreeNodes implements AsyncDisposable {
  readonly nodes: readonly ProxiedNode[];
  /** True when the data of each node lies in a file system of its own, which can be filled. */
  readonly hasOwnDisks: boolean;
  readonly #folder: string;

  private constructor(
    folder: string,
    nodes: readonly ProxiedNode[],
    { hasOwnDisks }: { readonly hasOwnDisks: boolean },
  ) {
    this.#folder = folder;
    this.nodes = nodes;
    this.hasOwnDisks = hasOwnDisks;
  }

  /** Starts the nodes and waits until they are one cluster. */
  static async start(): Promise<ThreeNodes> {
    const installation = await installOpenSearch();
    const folder = await Deno.makeTempDir({ prefix: "dossier-cluster-" });
    const names = Array.from({ length: NODES }, (_, i) => `n${i + 1}`);
    const places = names.map((name) => {
      const port = findFreePort();
      return { name, port, transport: new TcpProxy(port) };
    });
    const nodes: ProxiedNode[] = [];
    let hasOwnDisks = true;
    for (const { name, port, transport } of places) {
      const node = await SearchNode.create(folder, {
        name,
        installation,
        settings: {
          "transport.port": port,
          // Others connect to the proxy only.
          "transport.publish_port": transport.port,
          "discovery.seed_hosts": places.map((place) => `127.0.0.1:${place.transport.port}`),
          "cluster.initial_cluster_manager_nodes": names,
        },
      });
      hasOwnDisks &&= await mountDisk(node.data);
      nodes.push({ node, api: new TcpProxy(Number(new URL(node.url).port)), transport });
    }
    const cluster = new ThreeNodes(folder, nodes, { hasOwnDisks });
    try {
      for (const { node } of nodes) node.start();
      await cluster.waitUntilWhole();
    } catch (error) {
      await cluster[Symbol.asyncDispose]();
      throw error;
    }
    return cluster;
  }

  /** Addresses of the proxies in front of the API of the nodes. */
  get urls(): readonly string[] {
    return this.nodes.map(({ api }) => `http://127.0.0.1:${api.port}`);
  }

  /** Sends a request to the first node that answers, past its proxy. */
  async request(method: string, path: string, body?: unknown): Promise<unknown> {
    let failure: unknown;
    for (const { node } of this.nodes) {
      try {
        const answer = await fetch(`${node.url}${path}`, {
          method,
          headers: { "content-type": "application/json" },
          signal: AbortSignal.timeout(20_000),
          ...body === undefined ? {} : { body: JSON.stringify(body) },
        });
        return await answer.json();
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  /** Returns the elected manager. */
  async findManager(): Promise<ProxiedNode> {
    const rows = await this.request("GET", "/_cat/cluster_manager?format=json");
    const [row] = rows as readonly { readonly node: string }[];
    return this.nodes.find(({ node }) => node.name === row?.node)!;
  }

  /** Waits until all nodes are one cluster that has all copies. Returns how long that took, in milliseconds. */
  async waitUntilWhole(): Promise<number> {
    const start = performance.now();
    let last: unknown;
    while (performance.now() - start < WHOLE_MS) {
      try {
        last = await this.request("GET", "/_cluster/health");
        const { number_of_nodes: count, status } = last as Record<string, unknown>;
        if (count === NODES && status === "green") return performance.now() - start;
      } catch (error) {
        last = error;
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    throw new Error(`The cluster is not whole after ${WHOLE_MS / 1000} s`, { cause: last });
  }

  /** Cuts a node off from the others in one direction or both; what is in between waits, or is closed. */
  async cutOff(
    { node, transport }: ProxiedNode,
    { passage, direction }: {
      readonly passage: Extract<Passage, "none" | "refused">;
      readonly direction: "in" | "both";
    },
  ): Promise<void> {
    await transport.apply(() => passage);
    if (direction === "in") return;
    for (const other of this.nodes) {
      if (other.node === node) continue;
      await other.transport.apply(async (port) =>
        await findOwner(port) === node.pid ? passage : "both"
      );
    }
  }

  /** Lets all nodes reach each other again. */
  async reconnect(): Promise<void> {
    for (const { transport } of this.nodes) await transport.apply(undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.nodes.map(async ({ node, api, transport }) => {
      await node[Symbol.asyncDispose]();
      await api[Symbol.asyncDispose]();
      await transport[Symbol.asyncDispose]();
      if (this.hasOwnDisks) await run("umount", node.data);
    }));
    await Deno.remove(this.#folder, { recursive: true });
  }
}

/** Mounts an empty file system over a folder; returns false where this user may not. */
async function mountDisk(folder: string): Promise<boolean> {
  const { uid, gid } = NOBODY;
  const options = `size=${DISK_SIZE},uid=${uid},gid=${gid},mode=755`;
  return Deno.uid() === 0 && await run("mount", "-t", "tmpfs", "-o", options, "dossier", folder);
}

async function run(name: string, ...args: readonly string[]): Promise<boolean> {
  const { success } = await new Deno.Command(name, { args: [...args] }).output();
  return success;
}

/** Returns the id of the process that has a port of this machine; undefined when there is none. */
async function findOwner(port: number): Promise<number | undefined> {
  const { stdout } = await new Deno.Command("ss", { args: ["-Htnp", `sport = :${port}`] }).output();
  const [, pid] = /pid=(\d+)/.exec(new TextDecoder().decode(stdout)) ?? [];
  return pid === undefined ? undefined : Number(pid);
}
