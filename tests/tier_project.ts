import { createVisibility, DEFAULT_EXCLUSIONS } from "@dossier/core/exclude";
import { openState } from "../retrieval/delivery/state/open_state.ts";
import type { StateStore } from "../retrieval/delivery/state/state_store.ts";
import { ContextTiers } from "../features/tiers/context_tiers.ts";
import { makeTree, writeFiles } from "./temp_tree.ts";
import { TIER_TABLES } from "../features/tiers/tier_tables.ts";

/** Project with a manifest and a clock. */
export interface TierProject extends Disposable {
  readonly root: string;
  readonly tiers: ContextTiers;
  readonly state: StateStore;
  /** Absolute path of the folder of the user's own settings; it need not exist. */
  readonly userFolder: string;
  /** Makes the user grant everything that the project requests now. */
  readonly grantAll: () => Promise<void>;
  /** Sets the clock, in seconds since the project began. */
  readonly at: (seconds: number) => void;
  /** Writes files, by path. */
  readonly write: (files: Readonly<Record<string, string | Uint8Array>>) => void;
}

/** Start of projects in tests. */
export const TIER_EPOCH = Date.UTC(2031, 3, 5);

/** Returns a new project with these files. */
export async function makeTierProject(
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<TierProject> {
  const tree = makeTree(files);
  const folder = makeTree();
  let now = TIER_EPOCH;
  const state = await openState(folder.root, { now: () => now, tables: [TIER_TABLES] });
  const { root } = tree;
  const userFolder = `${folder.root}/user`;
  const tiers = new ContextTiers({
    root,
    userFolder,
    visibility: createVisibility(DEFAULT_EXCLUSIONS),
    openState: () => Promise.resolve(state),
  });
  return {
    root,
    tiers,
    state,
    userFolder,
    async grantAll() {
      const { accept } = await tiers.reviewTrust();
      accept();
    },
    at: (seconds) => {
      now = TIER_EPOCH + 1000 * seconds;
    },
    write: (files) => writeFiles(root, files),
    [Symbol.dispose]: () => {
      for (const part of [state, folder, tree]) part[Symbol.dispose]();
    },
  };
}
