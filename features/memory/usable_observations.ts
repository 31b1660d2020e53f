import type { EngineServices, Lease } from "@dossier/retrieval/lease";
import type { Anchor, FoundObservation } from "./core/mod.ts";
import { ObservationJudge } from "./judged_observation.ts";
import type { ObservationFinder } from "./session_block.ts";

/**
 * Minimum shares of a request's significant words that an observation must have, without and with a
 * name of the request, as each delivery costs tokens and may mislead: with these limits 9 of 11
 * were right, and 49 % of all with a name (docs/decisions/21-memory.md).
 */
const MIN_RELEVANCE = 0.5;
const MIN_RELEVANCE_WITH_NAME = 0.2;

/** Letters of the shortest significant name. */
const MIN_NAME = 5;

/**
 * Returns the observations that may be delivered, in their order: they cite something that is
 * unchanged, and no instruction of the tree contradicts them.
 */
export function filterUsable<Found extends FoundObservation>(
  found: readonly Found[],
  lease: Pick<Lease, "indexed" | "visibility">,
): readonly Found[] {
  const judge = new ObservationJudge(lease);
  return found.filter(({ observation }) =>
    observation.anchors.length > 0 && !citesOnlyNames(observation) &&
    judge.tree.compareAnchors(observation.anchors) === "fresh" &&
    judge.findInstruction(observation)?.kind !== "contradicted"
  );
}

/**
 * Returns true when an observation of another project cites files as such: many projects have a
 * `package.json`.
 */
function citesOnlyNames(
  { sourceProject, anchors }: FoundObservation["observation"],
): boolean {
  return sourceProject !== undefined && anchors.some(({ hash }) => hash === "");
}

/**
 * Returns a finder of the usable results of `inner`, without those that a session received before.
 */
export function withUsable(
  inner: ObservationFinder,
  { services, given }: {
    readonly services: Pick<EngineServices, "lease">;
    readonly given: ReadonlySet<string>;
  },
): ObservationFinder {
  return {
    async retrieve(scope, query) {
      const found = await inner.retrieve(scope, query);
      const news = found.filter(({ observation: { id } }) => !given.has(id));
      if (news.length === 0) return [];
      return await services.lease(
        { refresh: false },
        (lease) => filterUsable(news, lease),
      );
    },
  };
}

/**
 * Returns the least share of a request's significant words that an observation must have, from 0 to
 * 1.
 */
export function findMinRelevance(isNamed: boolean): number {
  return isNamed ? MIN_RELEVANCE_WITH_NAME : MIN_RELEVANCE;
}

/** Returns true when some words include a name of an observation's citations. */
export function hasCitedName(
  { observation: { anchors } }: Pick<FoundObservation, "observation">,
  words: ReadonlySet<string>,
): boolean {
  return anchors.some((anchor) => listNames(anchor).some((name) => words.has(name)));
}

/** Returns the names by which a text refers to an anchor's citation. */
function listNames({ path, symbol = "" }: Anchor): readonly string[] {
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  return [stem, ...symbol.split(".")].filter((name) => name.length >= MIN_NAME);
}
