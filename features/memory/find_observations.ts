import {
  corroborate,
  type FoundObservation,
  hammingDistance,
  NEAR_BITS,
  saysOther,
  scoreByKeywords,
  simHash,
} from "./core/mod.ts";
import {
  findObservations,
  listObservations,
  listProjects,
  type MemoryPlace,
  type MemorySettings,
  readKeptFingerprint,
  searchTerms,
  type StoredObservation,
} from "./store/mod.ts";
import { DEFAULT_LIMIT, type ObservationFinder, withTransfer } from "./session_block.ts";

/** Most observations that the reference scorer reads, the newest first: it reads each of them. */
const MAX_SCORED = 5000;

/** How many more candidates than results are looked at where those that others say as well move up. */
const CANDIDATES = 3;

/** What observations are looked for with. */
export interface ObservationQuery {
  /** What is asked. */
  readonly text: string;
  /** Names that the caller guesses the code to have; an observation that has them answers as well. */
  readonly names?: readonly string[] | undefined;
  /** Most observations. @default 20 */
  readonly limit?: number | undefined;
}

/** An observation of the store, and how well it answers. */
export interface FoundStored extends FoundObservation {
  /** The observation as it is stored. */
  readonly observation: StoredObservation;
}

/** Returns the active observations of a project that answer a query, best first. */
export async function searchObservations(
  place: MemoryPlace,
  { text, names = [], limit = DEFAULT_LIMIT }: ObservationQuery,
  { scorer, corroboration }: Pick<MemorySettings, "scorer" | "corroboration">,
): Promise<readonly FoundStored[]> {
  const found = scorer === "keywords"
    ? await scoreAll(place, [text, ...names].join(" "))
    : await findByWords(place, { text, names, limit: corroboration ? limit * CANDIDATES : limit });
  const scored = corroboration ? found.map((one) => boost(one, found)) : found;
  return scored.toSorted((a, b) => b.relevance - a.relevance).slice(0, limit);
}

/** Returns what observations are retrieved with for a session, from the project and from those that were granted. */
export async function openFinder(
  place: MemoryPlace,
  settings: MemorySettings,
): Promise<ObservationFinder> {
  const finderOf = (place: MemoryPlace): ObservationFinder => ({
    retrieve: (_, query) => searchObservations(place, query, settings),
  });
  const projects = await listProjects(place);
  const granted = projects.filter(({ isGranted }) => isGranted);
  if (granted.length === 0) return finderOf(place);
  const finder = withTransfer(finderOf(place), {
    fingerprint: await readKeptFingerprint(place),
    peers: granted.map((peer) => ({
      ...peer,
      store: finderOf({ ...place, number: peer.number, project: peer.project }),
    })),
  });
  return {
    async retrieve(scope, query) {
      const found = await finder.retrieve(scope, query);
      // A grant may have been revoked since it was read.
      const now = new Set(
        (await listProjects(place)).flatMap(({ isGranted, project }) => isGranted ? project : []),
      );
      return found.filter(({ observation: { scope: { project = "" } } }) =>
        project === place.project || now.has(project)
      );
    },
  };
}

async function findByWords(
  place: MemoryPlace,
  { text, names, limit }: {
    /** What is asked. */
    readonly text: string;
    readonly names: readonly string[];
    readonly limit: number;
  },
): Promise<readonly FoundStored[]> {
  const relevances = new Map<string, number>();
  for (const query of [text, ...(names.length === 0 ? [] : [names.join(" ")])]) {
    for (const { id, relevance } of await searchTerms(place, query, limit)) {
      relevances.set(id, Math.max(relevance, relevances.get(id) ?? 0));
    }
  }
  const best = [...relevances].toSorted(([, a], [, b]) => b - a).slice(0, limit);
  const observations = await findObservations(place, best.map(([id]) => id));
  return observations.map((observation) => ({
    observation,
    relevance: relevances.get(observation.id)!,
  }));
}

async function scoreAll(place: MemoryPlace, query: string): Promise<readonly FoundStored[]> {
  const now = place.state.now();
  const all = await listObservations(place, { status: "active", limit: MAX_SCORED });
  return all
    .map((observation) => ({ observation, relevance: scoreByKeywords(observation, query, now) }))
    .filter(({ relevance }) => relevance > 0);
}

/** Returns an observation whose relevance is raised for the others that say nearly the same. */
function boost(found: FoundStored, all: readonly FoundStored[]): FoundStored {
  const own = simHash(found.observation.content);
  const others = all.filter(({ observation }) =>
    observation.id !== found.observation.id &&
    hammingDistance(simHash(observation.content), own) <= NEAR_BITS &&
    !saysOther(observation.content, found.observation.content)
  );
  return { ...found, relevance: corroborate(found.relevance, others.length) };
}
