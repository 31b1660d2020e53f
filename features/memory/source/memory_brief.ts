import { issueText } from "@dossier/core/issue";
import { namesIn } from "@dossier/core/scan-names";
import type { EngineServices, Lease } from "@dossier/retrieval/lease";
import type { AskedRequest } from "@dossier/retrieval/sources";
import { type Anchor, findWorkType, OTHER_WORK, toMemoryQuery } from "../core/mod.ts";
import { type FoundStored, openFinder } from "../find_observations.ts";
import { type JudgedObservation, ObservationJudge } from "../judged_observation.ts";
import { findMemory } from "../open_memory.ts";
import {
  listGivenObservations,
  type MemoryPlace,
  type MemorySettings,
  readMemorySettings,
} from "../store/mod.ts";

/**
 * What an observation must have before it leads the ranking: a name that the request has, or so much of its telling
 * words. On 189 tasks of 12 repositories a wrong one costs .018 of the changed lines and a right one gives .23, so that
 * the bar is low (docs/decisions/21-memory.md).
 */
const HINT_RELEVANCE = 0.14;

/**
 * What it must have before it is told as well, which costs tokens and may mislead: so much of the words, or with a name
 * less (there 9 of 11 were right, and 49 % of those with a name).
 */
const TOLD_RELEVANCE = 0.5;
const TOLD_WITH_NAME = 0.2;

/** Letters of the shortest name that tells something. */
const MIN_NAME = 5;

/** Observations that are compared with the tree for a bundle. */
const JUDGED = 12;

/** Observations that a bundle is made with. */
const USED = 1;

/** As much as memory needs to know of the options of a request. */
export interface MemoryRequestOptions {
  readonly session?: string | undefined;
  readonly names?: readonly string[] | undefined;
  /** Whether a bundle is made with what earlier sessions learned. @default as the project has it set */
  readonly memory?: boolean | undefined;
}

/** An observation that a bundle is made with. */
export type UsedObservation = JudgedObservation & {
  readonly weighted: number;
  /** Whether it is told; else it only leads the ranking. */
  readonly isTold: boolean;
};

/** What a request is to be answered with of memory; read when it is first asked for, and not again. */
export class MemoryBrief {
  readonly place: MemoryPlace;
  readonly settings: MemorySettings;
  readonly session: string | undefined;
  readonly workType: string;
  /** What it is about, in one line, for the log. */
  readonly query: string;
  /** All that the request says. */
  readonly #text: string;
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
    this.#text = issue === undefined ? text : issueText(issue);
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
    const asked = { text: this.#text, names: this.#names, limit: JUDGED };
    const found = await finder.retrieve({ organization, project }, asked);
    const given = session === undefined ? new Set() : await listGivenObservations(place, session);
    const judge = new ObservationJudge(lease);
    const fresh = found
      .filter(({ observation: { id } }) => !given.has(id))
      .map((one) => judge.judge(one as FoundStored))
      .filter(({ observation: { anchors }, state, instruction }) =>
        anchors.length > 0 && state === "fresh" && instruction?.kind !== "contradicted"
      );
    const words = new Set(namesIn([this.#text, ...this.#names ?? []].join("\n")));
    return fresh
      .map((one): UsedObservation & { readonly isNamed: boolean } => {
        const { relevance, observation: { weight, anchors } } = one;
        const isNamed = anchors.some((anchor) => listNames(anchor).some((name) => words.has(name)));
        const isTold = relevance >= (isNamed ? TOLD_WITH_NAME : TOLD_RELEVANCE);
        const weighted = settings.weighting ? relevance * weight : relevance;
        return { ...one, isNamed, isTold, weighted };
      })
      .filter(({ isNamed, relevance }) => isNamed || relevance >= HINT_RELEVANCE)
      .toSorted((a, b) => b.weighted - a.weighted)
      .slice(0, USED);
  }
}

/** Returns the names that say of a text that it is about what an anchor cites. */
function listNames({ path, symbol = "" }: Anchor): readonly string[] {
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  return [stem, ...symbol.split(".")].filter((name) => name.length >= MIN_NAME);
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
  const settings = await readMemorySettings(place);
  return memory === true || settings.give
    ? new MemoryBrief(request, { place, settings })
    : undefined;
}

async function hasActive({ state, number }: MemoryPlace): Promise<boolean> {
  const statement =
    "SELECT 1 FROM memory_observations WHERE project = ? AND status = 'active' LIMIT 1";
  return await state.read((sql) => sql.value<number>(statement, number)) !== undefined;
}
