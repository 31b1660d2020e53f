import { DEFINED_IN } from "./link_observation.ts";
import { DEFAULT_LIMIT, type GraphFinder, type ObservationFinder } from "./session_block.ts";
import { type MemoryPlace, readGraph } from "./store/mod.ts";

/**
 * Returns the search of a project's graph around the observations that `inner` finds: the most
 * relevant are nearest, and only relations that hold by themselves, such as the file of a
 * definition, are followed.
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
