import { isPassage } from "@dossier/core/fragment";
import { type ContextSource, NOTHING } from "../context_source.ts";
import { MAX_SNIPPETS, nameOnly } from "../ranking/ranking_source.ts";
import { gatherCalls } from "./gather_calls.ts";

/** Callers and callees of the definitions that a task names, in its manifest or among its snippets. */
export const callsSource: ContextSource = {
  name: "calls",
  async gather({ task, visibility }, lease, earlier) {
    if (task === undefined) return NOTHING;
    const { indexed: { root, reader }, sources } = lease;
    const calls = await gatherCalls({
      ...{ root, exclusions: visibility, sources, reader },
      identifiers: task.identifiers,
      matched: earlier.get("manifest")?.definitions ?? [],
      ranked: earlier.get("ranking")?.sections.flatMap(({ candidates }) => candidates)
        .filter(isPassage) ?? [],
    });
    return {
      sections: [{
        name: "calls",
        candidates: calls.map((call) => nameOnly(call, task.settings.referencesOnly)),
        relevanceFloor: 0,
        maxPassages: MAX_SNIPPETS,
      }],
    };
  },
};
