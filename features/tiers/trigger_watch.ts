import { formatTrigger, listFiredTriggers } from "./core/mod.ts";
import { isContextError } from "@dossier/core/errors";
import type { ProjectMark } from "./state/mod.ts";
import { openGatherer } from "./open_gatherer.ts";
import { createProjectMark } from "./project_state.ts";
import { readValidManifest } from "./read_context_manifest.ts";
import type { TierTree } from "./tier_files.ts";

/** Watches the files and the repository of a project for triggers of its manifest. */
export class TriggerWatch {
  #seen: ProjectMark | undefined;

  /**
   * Returns the triggers that fired since the last call, in the notation of manifests; none at the
   * first call, and none without a valid manifest of the project's own.
   *
   * @param time Time up to which the index contains all changes, in milliseconds since 1970.
   */
  async check(tree: TierTree, time: number): Promise<readonly string[]> {
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
    this.#seen = await createProjectMark(gatherer.places.state, time);
    const fired = listFiredTriggers(read.manifest.workflow.refreshTriggers, {
      turns: { before: 0, now: 0 },
      isRfcChanged: rfc !== undefined && rfc !== this.#seen.rfc,
      tools: [],
    });
    return [...new Set([...fired.map(formatTrigger), ...await gatherer.listActiveTriggers()])];
  }
}
