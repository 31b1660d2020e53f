import type { EngineServices, Lease } from "@dossier/retrieval/lease";
import type { AskedRequest } from "@dossier/retrieval/sources";
import { findWorkType, OTHER_WORK, toMemoryQuery } from "../core/mod.ts";
import { type FoundStored, openFinder } from "../find_observations.ts";
import { type JudgedObservation, ObservationJudge } from "../judged_observation.ts";
import { findMemory } from "../open_memory.ts";
import { listGiven, type MemoryPlace, type MemorySettings, readSettings } from "../store/mod.ts";

/** How well an observation must answer before a bundle is made with it: the share of the words asked for that it has. */
const GATE = 0.3;

/** Observations that are compared with the tree for a bundle. */
const JUDGED = 12;

/** Observations that a bundle is made with. */
const USED = 3;

/** As much as memory needs to know of the options of a request. */
export interface MemoryRequestOptions {
  readonly session?: string | undefined;
  readonly names?: readonly string[] | undefined;
  /** Whether a bundle is made with what earlier sessions learned. @default as the project has it set */
  readonly memory?: boolean | undefined;
}

/** An observation that a bundle is made with. */
export type UsedObservation = JudgedObservation & { readonly weighted: number };

/** What a request is to be answered with of memory; read when it is first asked for, and not again. */
export class MemoryBrief {
  readonly place: MemoryPlace;
  readonly settings: MemorySettings;
  readonly session: string | undefined;
  readonly workType: string;
  /** What observations are searched with. */
  readonly query: string;
  readonly #names: readonly string[] | undefined;
  #used: Promise<readonly UsedObservation[]> | undefined;

  constructor(
    { kind: _, text = "", issue, options }: AskedRequest,
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
    this.#names = names;
  }

  /**
   * Returns the observations that a bundle is made with, best first: they answer, cite something of the tree that is
   * still as it was, no instruction says otherwise, and the session was not given them before.
   */
  find(lease: Lease): Promise<readonly UsedObservation[]> {
    return this.#used ??= this.#find(lease);
  }

  async #find(lease: Lease): Promise<readonly UsedObservation[]> {
    const { place, settings, session } = this;
    const { organization, project } = place;
    const finder = await openFinder(place, settings);
    const asked = { text: this.query, names: this.#names, limit: JUDGED };
    const found = await finder.retrieve({ organization, project }, asked);
    const relevant = found.filter(({ relevance }) => relevance >= GATE);
    if (relevant.length === 0) return [];
    const given = session === undefined ? new Set() : await listGiven(place, session);
    const judge = new ObservationJudge(lease);
    return relevant
      .filter(({ observation: { id } }) => !given.has(id))
      .map((one) => judge.judge(one as FoundStored))
      .filter(({ observation: { anchors }, state, instruction }) =>
        anchors.length > 0 && state === "fresh" && instruction?.kind !== "contradicted"
      )
      .map((one) => {
        const { relevance, observation: { weight } } = one;
        return { ...one, weighted: settings.weighting ? relevance * weight : relevance };
      })
      .toSorted((a, b) => b.weighted - a.weighted)
      .slice(0, USED);
  }
}

/** Returns what a request is to be answered with of memory; undefined when nothing has been remembered. */
export async function askMemory(
  request: AskedRequest,
  services: EngineServices,
): Promise<MemoryBrief | undefined> {
  const { memory }: MemoryRequestOptions = request.options;
  if (memory === false) return undefined;
  const place = await findMemory(services);
  if (place === undefined || !await hasActive(place)) return undefined;
  const settings = await readSettings(place);
  return memory === true || settings.give
    ? new MemoryBrief(request, { place, settings })
    : undefined;
}

async function hasActive({ state, number }: MemoryPlace): Promise<boolean> {
  const statement =
    "SELECT 1 FROM memory_observations WHERE project = ? AND status = 'active' LIMIT 1";
  return await state.read((sql) => sql.value<number>(statement, number)) !== undefined;
}
