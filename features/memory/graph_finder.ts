import { DEFINED_IN } from "./link_observation.ts";
import { DEFAULT_LIMIT, type GraphFinder, type ObservationFinder } from "./session_block.ts";
import { type MemoryPlace, readGraph } from "./store/mod.ts";

/**
 * Returns what searches the graph of a project around the observations that `inner` finds: those that answer best are
 * nearest, and only what holds by itself, such as in which file a definition is, leads farther.
 */
export function openGraphFinder(place: MemoryPlace, inner: ObservationFinder): GraphFinder {
  return {
    async search(query) {
      const { organization, project } = place;
      const found = await inner.retrieve({ organization, project }, {
        text: query,
        limit: DEFAULT_LIMIT,
      });
      const near = found.map(({ observation: { id }, relevance }) => ({
        id,
        distance: 1 - relevance,
      }));
      return await readGraph(place, near, { relation: DEFINED_IN });
    },
  };
}
