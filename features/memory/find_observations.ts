import { type Embedder, EmbedderError, embedQuery } from "@dossier/retrieval/embed";
import type { EngineServices } from "@dossier/retrieval/lease";
import { RetrievalError } from "@dossier/retrieval/machine";
import {
  corroborate,
  differsInMeaning,
  type FoundObservation,
  hammingDistance,
  NEAR_BITS,
  scoreByKeywords,
  simHash,
} from "./core/mod.ts";
import {
  embedObservations,
  findObservations,
  listObservations,
  listProjects,
  type MemoryPlace,
  type MemorySettings,
  parseObservationId,
  readStoredFingerprint,
  readVectors,
  searchTerms,
  type StoredObservation,
} from "./store/mod.ts";
import { DEFAULT_LIMIT, type ObservationFinder, withTransfer } from "./session_block.ts";

/**
 * Maximum number of observations for the reference scorer, the newest first: it reads each of them.
 */
const MAX_SCORED = 5000;

/** Factor for candidates over results when corroborated ones move up. */
const CANDIDATES = 3;

/**
 * Weight of an observation's cosine beside its share of the words. Chosen with 416 issues of one
 * tracker, and checked with 192 of another (docs/decisions/21-memory.md).
 */
const MEANING = 0.5;

/**
 * Minimum cosine of an observation without a word of the query. The best of 490 had so much for 5
 * of 100 questions about another project.
 */
const MIN_COSINE = 0.4;

/**
 * Maximum number of observations by words whose meaning is compared, and maximum number by meaning.
 */
const MAX_COMPARED = 256;

/**
 * Maximum number of milliseconds that an answer waits for missing vectors; others are computed next
 * time.
 */
const EMBED_MS = 100;

/** A query for observations. */
export interface ObservationQuery {
  /** Text of the query. */
  readonly text: string;
  /** Names that the caller guesses from the code; observations with them match as well. */
  readonly names?: readonly string[] | undefined;
  /** Maximum number of observations. @default 20 */
  readonly limit?: number | undefined;
}

/** An observation of the store, with its relevance. */
export interface FoundStored extends FoundObservation {
  /** The observation as it is stored. */
  readonly observation: StoredObservation;
}

/**
 * Returns the active observations of a project that match a query, best first.
 *
 * @param embedder Compares meanings as well, if the settings enable it. @default they are found by
 * words
 */
export async function searchObservations(
  place: MemoryPlace,
  { text, names = [], limit = DEFAULT_LIMIT }: ObservationQuery,
  { scorer, corroboration }: Pick<MemorySettings, "scorer" | "corroboration">,
  embedder?: Embedder,
): Promise<readonly FoundStored[]> {
  const query = { text, names, limit: corroboration ? limit * CANDIDATES : limit };
  const found = scorer === "keywords"
    ? await scoreAll(place, [text, ...names].join(" "))
    : scorer === "words" || embedder === undefined
    ? await findBest(place, await scoreWords(place, query), query)
    : await findByMeaning(place, query, embedder);
  const scored = corroboration ? found.map((one) => boostCorroborated(one, found)) : found;
  return scored.toSorted((a, b) => b.relevance - a.relevance).slice(0, limit);
}

/**
 * Returns the finder of observations for a session, from the project and from granted ones.
 *
 * @param services Lends the embedder. @default they are found by words
 */
export async function openFinder(
  place: MemoryPlace,
  settings: MemorySettings,
  services?: Pick<EngineServices, "lease">,
): Promise<ObservationFinder> {
  const finderOf = (from: MemoryPlace): ObservationFinder => ({
    async retrieve(_, query) {
      if (services === undefined) return await searchObservations(from, query, settings);
      const tools = { settings, services, isForeign: from !== place };
      return await withEmbedder(
        from,
        tools,
        (embedder) => searchObservations(from, query, settings, embedder),
      );
    },
  });
  const projects = await listProjects(place);
  const granted = projects.filter(({ isGranted }) => isGranted);
  if (granted.length === 0) return finderOf(place);
  const finder = withTransfer(finderOf(place), {
    fingerprint: await readStoredFingerprint(place),
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

/**
 * Calls `work` with the embedder for observations, after computing missing vectors; without one
 * when the settings disable it or it fails.
 */
export async function withEmbedder<Result>(
  place: MemoryPlace,
  { settings: { scorer }, services, isForeign = false }: {
    readonly settings: Pick<MemorySettings, "scorer">;
    readonly services: Pick<EngineServices, "lease">;
    /**
     * True for the memory of another project, which has the vectors of its own model. @default
     * false
     */
    readonly isForeign?: boolean;
  },
  work: (embedder: Embedder | undefined) => Promise<Result>,
): Promise<Result> {
  if (scorer !== "hybrid") return await work(undefined);
  return await services.lease({ refresh: false }, async ({ embedder }) => {
    if (embedder === undefined || isForeign) return await work(embedder);
    try {
      await embedObservations(place, embedder, { maxMs: EMBED_MS });
    } catch (error) {
      // The search by words still works.
      if (!(error instanceof EmbedderError || error instanceof RetrievalError)) throw error;
      return await work(undefined);
    }
    return await work(embedder);
  });
}

/** A query with all that is optional. */
type FullQuery = Readonly<
  Required<{ [Key in keyof ObservationQuery]: NonNullable<ObservationQuery[Key]> }>
>;

/** Returns the relevance of the observations with words of a query, by their ids. */
async function scoreWords(
  place: MemoryPlace,
  { text, names, limit }: FullQuery,
): Promise<ReadonlyMap<string, number>> {
  const relevances = new Map<string, number>();
  for (const query of [text, ...(names.length === 0 ? [] : [names.join(" ")])]) {
    for (const { id, relevance } of await searchTerms(place, query, limit)) {
      relevances.set(id, Math.max(relevance, relevances.get(id) ?? 0));
    }
  }
  return relevances;
}

/** Returns the observations with words of a query or a similar meaning, best first. */
async function findByMeaning(
  place: MemoryPlace,
  query: FullQuery,
  embedder: Embedder,
): Promise<readonly FoundStored[]> {
  const words = await scoreWords(place, { ...query, limit: Math.max(MAX_COMPARED, query.limit) });
  const { vector } = await embedQuery(embedder, [query.text, ...query.names].join("\n"));
  if (vector === undefined) return await findBest(place, words, query);
  const vectors = await readVectors(place, embedder);
  const compared = vectors.compare(vector.numbers);
  const relevances = new Map(words);
  for (const [id, share] of words) {
    // Without a vector, the share of words replaces the cosine.
    const cosine = compared.findCosine(parseObservationId(id)!) ?? share;
    relevances.set(id, (share + MEANING * Math.max(0, cosine)) / (1 + MEANING));
  }
  // The scale of other models is unknown.
  const near = embedder.readsSentences === true
    ? []
    : compared.listBest({ least: MIN_COSINE, limit: MAX_COMPARED });
  for (const number of near) {
    const id = `o${number}`;
    if (words.has(id)) continue;
    relevances.set(id, MEANING * compared.findCosine(number)! / (1 + MEANING));
  }
  return await findBest(place, relevances, query, (id) => vectors.remove(parseObservationId(id)!));
}

/**
 * Returns the observations with the highest relevance.
 *
 * @param onMissing Called for observations that are not active.
 */
async function findBest(
  place: MemoryPlace,
  relevances: ReadonlyMap<string, number>,
  { limit }: Pick<FullQuery, "limit">,
  onMissing: (id: string) => void = () => {},
): Promise<readonly FoundStored[]> {
  let ranked = [...relevances].toSorted(([, a], [, b]) => b - a);
  for (;;) {
    const best = ranked.slice(0, limit);
    const stored = await findObservations(place, best.map(([id]) => id));
    const found = stored
      .filter(({ status }) => status === "active")
      .map((observation) => ({ observation, relevance: relevances.get(observation.id)! }));
    if (found.length === best.length) return found;
    const active = new Set(found.map(({ observation: { id } }) => id));
    const missing = new Set(best.flatMap(([id]) => active.has(id) ? [] : id));
    missing.forEach(onMissing);
    ranked = ranked.filter(([id]) => !missing.has(id));
  }
}

async function scoreAll(place: MemoryPlace, query: string): Promise<readonly FoundStored[]> {
  const now = place.state.now();
  const all = await listObservations(place, { status: "active", limit: MAX_SCORED });
  return all
    .map((observation) => ({ observation, relevance: scoreByKeywords(observation, query, now) }))
    .filter(({ relevance }) => relevance > 0);
}

/** Returns an observation with its relevance raised for the others with nearly the same claim. */
function boostCorroborated(found: FoundStored, all: readonly FoundStored[]): FoundStored {
  const own = simHash(found.observation.content);
  const others = all.filter(({ observation }) =>
    observation.id !== found.observation.id &&
    hammingDistance(simHash(observation.content), own) <= NEAR_BITS &&
    !differsInMeaning(observation.content, found.observation.content)
  );
  return { ...found, relevance: corroborate(found.relevance, others.length) };
}
