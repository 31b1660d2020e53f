import { issueText } from "@dossier/core/issue";
import { listNamesInText } from "@dossier/core/scan-names";
import type { EngineServices, Lease } from "@dossier/retrieval/lease";
import type { SourceInput } from "@dossier/retrieval/sources";
import { findWorkType, type FoundObservation, OTHER_WORK, toMemoryQuery } from "../core/mod.ts";
import { openFinder } from "../find_observations.ts";
import { findMemory } from "../open_memory.ts";
import type { ProjectPlace } from "../project_name.ts";
import { filterUsable, findMinRelevance, hasCitedName } from "../usable_observations.ts";
import {
  listGivenObservations,
  type MemoryPlace,
  type MemorySettings,
  readMemorySettings,
} from "../store/mod.ts";

/** Observations that are compared with the tree for a bundle. */
const MAX_CANDIDATES = 12;

/** Maximum number of observations in a bundle. */
const MAX_USED = 3;

/** The options of a request that concern memory. */
export interface MemoryRequestOptions {
  readonly session?: string | undefined;
  readonly names?: readonly string[] | undefined;
  /**
   * True when a bundle includes observations of earlier sessions. @default the setting of the
   * project
   */
  readonly memory?: boolean | undefined;
}

/** An observation for a bundle. */
export type UsedObservation = FoundObservation & { readonly weighted: number };

/** The memory that a request may use. */
export class MemoryBrief {
  readonly place: MemoryPlace;
  readonly settings: MemorySettings;
  readonly session: string | undefined;
  readonly workType: string;
  /** The subject in one line, for the log. */
  readonly query: string;
  /** The whole text of the request. */
  readonly #text: string;
  readonly #names: readonly string[] | undefined;

  constructor(
    { kind: _, text = "", issue, options }: SourceInput,
    { place, settings }: { readonly place: MemoryPlace; readonly settings: MemorySettings },
  ) {
    const { session, names }: MemoryRequestOptions = options;
    this.place = place;
    this.settings = settings;
    this.session = session;
    this.workType = issue === undefined ? OTHER_WORK : findWorkType(issue);
    this.query = issue === undefined
      ? text
      : toMemoryQuery({ ...issue, identifier: issue.id, session: session ?? "" });
    this.#text = issue === undefined ? text : issueText(issue);
    this.#names = names;
  }

  /**
   * Returns the observations for a bundle, best first: they match, cite something of the tree that
   * is unchanged, no instruction contradicts them, and the session did not receive them before.
   */
  async find(lease: Lease): Promise<readonly UsedObservation[]> {
    const { place, settings, session } = this;
    const { organization, project } = place;
    const finder = await openFinder(place, settings);
    const query = { text: this.#text, names: this.#names, limit: MAX_CANDIDATES };
    const found = await finder.retrieve({ organization, project }, query);
    const given = session === undefined ? new Set() : await listGivenObservations(place, session);
    const news = found.filter(({ observation: { id } }) => !given.has(id));
    const fresh = filterUsable(news, lease);
    const words = new Set(listNamesInText([this.#text, ...this.#names ?? []].join("\n")));
    return fresh
      .filter((one) => one.relevance >= findMinRelevance(hasCitedName(one, words)))
      .map((one): UsedObservation => {
        const { relevance, observation: { weight } } = one;
        return { ...one, weighted: settings.weighting ? relevance * weight : relevance };
      })
      .toSorted((a, b) => b.weighted - a.weighted)
      .slice(0, MAX_USED);
  }
}

/** Returns the memory that a request may use; undefined when there is none, or it is off. */
export async function openMemoryBrief(
  request: SourceInput,
  services: EngineServices,
  named: ProjectPlace,
): Promise<MemoryBrief | undefined> {
  const { memory }: MemoryRequestOptions = request.options;
  const place = await findMemory(services, named);
  if (place === undefined) return undefined;
  const settings = await readMemorySettings(place);
  return memory === true || settings.give
    ? new MemoryBrief(request, { place, settings })
    : undefined;
}
