import type { ProxiedNode, ThreeNodes } from "../../../tests/opensearch/three_nodes.ts";

/** Fault of a cluster, which lasts for a while. */
export interface Fault {
  readonly name: string;
  /** Causes the fault and ends it. */
  run(cluster: ThreeNodes): Promise<void>;
}

/** Time for which a network is cut, in milliseconds. Nodes notice a silent node after 30 s. */
const CUT_MS = 60_000;

/** Time for which a manager is cut off silently, in milliseconds: the others elect one after a minute. */
const SILENT_CUT_MS = 120_000;

/** Time of a fault that is noticed at once, in milliseconds. */
const SHORT_MS = 20_000;

/** Number of bytes after which a response breaks off. */
const CUT_BYTES = 900;

/**
 * Time until a cluster has noticed that a disk is full, in milliseconds. Here it checks every ten
 * seconds.
 */
const DISK_MS = 45_000;

/** Filled share of a disk. A cluster refuses writes from .95 on. */
const FLOOD_SHARE = 0.97;

/** Faults in the order in which they are caused. Those that need a restart of nodes come last. */
export const FAULTS: readonly Fault[] = [
  {
    name: "manager cut off, connections closed",
    async run(cluster) {
      const manager = await cluster.findManager();
      await cutOff(cluster, manager, { passage: "refused", ms: CUT_MS });
    },
  },
  {
    name: "manager cut off, packets lost",
    async run(cluster) {
      const manager = await cluster.findManager();
      await cutOff(cluster, manager, { passage: "none", ms: SILENT_CUT_MS });
    },
  },
  {
    name: "data node not reached, packets lost one way",
    async run(cluster) {
      const node = await findOther(cluster);
      await cluster.cutOff(node, { passage: "none", direction: "in" });
      await sleep(CUT_MS);
      await cluster.reconnect();
    },
  },
  {
    name: "a node hangs (SIGSTOP)",
    async run(cluster) {
      const { node } = await findOther(cluster);
      node.suspend();
      await sleep(CUT_MS);
      node.resume();
    },
  },
  {
    name: "a node refuses us",
    async run({ nodes: [first] }) {
      await first!.api.apply(() => "refused");
      await sleep(SHORT_MS);
      await first!.api.apply(undefined);
    },
  },
  {
    name: "all nodes refuse us",
    async run({ nodes }) {
      for (const { api } of nodes) await api.apply(() => "refused");
      await sleep(SHORT_MS);
      for (const { api } of nodes) await api.apply(undefined);
    },
  },
  {
    name: "a node hangs for us",
    async run({ nodes: [first] }) {
      await first!.api.apply(() => "none");
      await sleep(CUT_MS);
      await first!.api.apply(undefined);
    },
  },
  {
    name: "answers to us break off",
    async run({ nodes }) {
      for (const { api } of nodes) api.cutAnswersAfter(CUT_BYTES);
      await sleep(SHORT_MS);
      for (const { api } of nodes) api.cutAnswersAfter(undefined);
    },
  },
  {
    name: "disks are full to 97 %",
    async run(cluster) {
      await watchDisks(cluster, true);
      const free = cluster.hasOwnDisks
        ? await fillDisks(cluster.nodes, FLOOD_SHARE)
        : await lowerWatermarks(cluster);
      await sleep(DISK_MS);
      await free();
      await sleep(DISK_MS);
      await watchDisks(cluster, false);
    },
  },
  {
    name: "the disk of a node has no byte left",
    async run(cluster) {
      // Without separate file systems there is nothing to fill.
      if (!cluster.hasOwnDisks) return;
      const free = await fillDisks([await findOther(cluster)], 1);
      await sleep(DISK_MS);
      await free();
    },
  },
  {
    name: "kill -9 of a data node",
    async run(cluster) {
      const { node } = await findOther(cluster);
      await node.kill();
      await sleep(SHORT_MS);
      node.start();
    },
  },
  {
    name: "kill -9 of the manager",
    async run(cluster) {
      const { node } = await cluster.findManager();
      await node.kill();
      await sleep(SHORT_MS);
      node.start();
    },
  },
  {
    name: "kill -9 of all nodes",
    async run({ nodes }) {
      await Promise.all(nodes.map(({ node }) => node.kill()));
      await sleep(SHORT_MS / 4);
      for (const { node } of nodes) node.start();
    },
  },
  {
    name: "rolling restart",
    async run(cluster) {
      for (const { node } of cluster.nodes) {
        await node.stop();
        node.start();
        await cluster.waitUntilWhole();
      }
    },
  },
];

async function findOther(cluster: ThreeNodes): Promise<ProxiedNode> {
  const manager = await cluster.findManager();
  return cluster.nodes.find((node) => node !== manager)!;
}

async function cutOff(
  cluster: ThreeNodes,
  node: ProxiedNode,
  { passage, ms }: { readonly passage: "none" | "refused"; readonly ms: number },
): Promise<void> {
  await cluster.cutOff(node, { passage, direction: "both" });
  await sleep(ms);
  await cluster.reconnect();
}

/** Fills the disks of some nodes up to a share. Returns a function that frees them. */
async function fillDisks(
  nodes: readonly ProxiedNode[],
  share: number,
): Promise<() => Promise<void>> {
  const paths = nodes.map(({ node }) => `${node.data}/filler`);
  for (const path of paths) await fill(path, share);
  return async () => {
    for (const path of paths) await Deno.remove(path);
  };
}

/** Writes zeros to a file until its file system is full up to a share. */
async function fill(path: string, share: number): Promise<void> {
  const folder = path.slice(0, path.lastIndexOf("/"));
  const { stdout } = await new Deno.Command("df", {
    args: ["--block-size=1", "--output=size,used", folder],
  }).output();
  const [, size = 0, used = 0] = /(\d+)\s+(\d+)\s*$/.exec(new TextDecoder().decode(stdout)) ?? [];
  const bytes = Math.max(0, Math.ceil(share * Number(size)) - Number(used));
  // It ends with an error when the last byte is reached.
  await new Deno.Command("dd", {
    args: ["if=/dev/zero", `of=${path}`, "bs=64K", `count=${Math.ceil(bytes / 65536) + 1}`],
    stderr: "null",
  }).output();
}

/** Makes a cluster check its disks, or not. */
async function watchDisks(cluster: ThreeNodes, isOn: boolean): Promise<void> {
  await cluster.request("PUT", "/_cluster/settings", {
    persistent: {
      "cluster.routing.allocation.disk.threshold_enabled": isOn,
      "cluster.info.update.interval": isOn ? "10s" : null,
    },
  });
}

/** Makes a cluster treat its disks as full. Returns a function that ends that. */
async function lowerWatermarks(cluster: ThreeNodes): Promise<() => Promise<void>> {
  const set = (value: string | null) =>
    cluster.request("PUT", "/_cluster/settings", {
      persistent: Object.fromEntries(
        ["low", "high", "flood_stage"].map((stage) => [
          `cluster.routing.allocation.disk.watermark.${stage}`,
          value,
        ]),
      ),
    });
  await set("900000gb");
  return async () => void await set(null);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
