import { firedTriggers, printTrigger } from "./core/mod.ts";
import { isContextError } from "@dossier/core/errors";
import type { ProjectMark } from "./state/mod.ts";
import { openGatherer } from "./open_gatherer.ts";
import { markProject } from "./project_state.ts";
import { readValidManifest } from "./read_context_manifest.ts";
import type { TierTree } from "./tier_files.ts";

/** Tells which triggers of a project's manifest are set off by what is done to its files and its repository. */
export class TriggerWatch {
  #seen: ProjectMark | undefined;

  /**
   * Returns the triggers that were set off since the last call, as the manifest writes them; none at the first one, and
   * of a project without a manifest of its own that can be used.
   *
   * @param time Up to when the index has what was changed, in milliseconds since 1970.
   */
  async look(tree: TierTree, time: number): Promise<readonly string[]> {
    let read;
    try {
      read = await readValidManifest(tree.root);
    } catch (error) {
      if (!isContextError(error)) throw error;
    }
    if (read?.hash === undefined) {
      this.#seen = undefined;
      return [];
    }
    const gatherer = await openGatherer(read, tree, { since: this.#seen });
    const { rfc } = this.#seen ?? {};
    this.#seen = await markProject(gatherer.places.state, time);
    const fired = firedTriggers(read.manifest.workflow.refreshTriggers, {
      turns: { before: 0, now: 0 },
      isRfcChanged: rfc !== undefined && rfc !== this.#seen.rfc,
      tools: [],
    });
    return [...new Set([...fired.map(printTrigger), ...await gatherer.activeTriggers()])];
  }
}
