import type { EngineServices, Lease } from "@dossier/retrieval/lease";
import type { Anchor, FoundObservation } from "./core/mod.ts";
import { ObservationJudge } from "./judged_observation.ts";
import type { ObservationFinder } from "./session_block.ts";

/**
 * What an observation must have of the telling words of a request before it is told, which costs tokens and may mislead,
 * and what with a name of the request: of those told with one of both 9 of 11 were right, and 49 % of all with a name
 * (docs/decisions/21-memory.md).
 */
const TOLD_RELEVANCE = 0.5;
const TOLD_WITH_NAME = 0.2;

/** Letters of the shortest name that tells something. */
const MIN_NAME = 5;

/**
 * Returns those observations that may be given, in their order: they cite something that is still as it was, and no
 * instruction of the tree says otherwise.
 */
export function keepUsable<Found extends FoundObservation>(
  found: readonly Found[],
  lease: Pick<Lease, "indexed" | "visibility">,
): readonly Found[] {
  const judge = new ObservationJudge(lease);
  return found.filter(({ observation }) =>
    observation.anchors.length > 0 && !citesOnlyNames(observation) &&
    judge.tree.stateOf(observation.anchors) === "fresh" &&
    judge.findInstruction(observation)?.kind !== "contradicted"
  );
}

/** Returns whether an observation of another project cites files as such: many projects have a `package.json`. */
function citesOnlyNames(
  { sourceProject, anchors }: FoundObservation["observation"],
): boolean {
  return sourceProject !== undefined && anchors.some(({ hash }) => hash === "");
}

/** Returns a finder of what `inner` finds and may be given, without observations that a session was given before. */
export function onlyUsable(
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
        (lease) => keepUsable(news, lease),
      );
    },
  };
}

/** Returns how much of the telling words of a request an observation must have, from 0 to 1, before it is told. */
export function toldRelevance(isNamed: boolean): number {
  return isNamed ? TOLD_WITH_NAME : TOLD_RELEVANCE;
}

/** Returns whether some words have a name of what an observation cites. */
export function namesCited(
  { observation: { anchors } }: Pick<FoundObservation, "observation">,
  words: ReadonlySet<string>,
): boolean {
  return anchors.some((anchor) => listNames(anchor).some((name) => words.has(name)));
}

/** Returns the names that say of a text that it is about what an anchor cites. */
function listNames({ path, symbol = "" }: Anchor): readonly string[] {
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  return [stem, ...symbol.split(".")].filter((name) => name.length >= MIN_NAME);
}
