import { join } from "node:path";
import { openEngine } from "../../mod.ts";

/** Figures of a sent tree. */
export interface SentFigures {
  readonly chunks: number;
  /** Time to build the index on this machine, in milliseconds. */
  readonly indexMs: number;
  /** Time to send it, in milliseconds. */
  readonly sendMs: number;
}

/** Indexes a tree and sends the index to the cluster of the environment. */
export async function sendTree(root: string): Promise<SentFigures> {
  const state = Deno.makeTempDirSync({ prefix: "dossier-bench-state-" });
  try {
    using engine = await openEngine({ root, state: join(state, "state") });
    const start = performance.now();
    const { chunks } = await engine.index();
    const indexed = performance.now();
    await engine.index({ share: true });
    return { chunks, indexMs: indexed - start, sendMs: performance.now() - indexed };
  } finally {
    Deno.removeSync(state, { recursive: true });
  }
}
