import type { Lease } from "@dossier/retrieval/lease";
import { waitWithin } from "@dossier/retrieval/wait";
import { OTHER_WORK, rankByFeedback } from "./core/mod.ts";
import { type LearnedText, renderLearned } from "./learned_text.ts";
import {
  draftMemoryInjection,
  listCiting,
  listGivenObservations,
  logInjection,
  type MemoryInjectionDraft,
  type MemoryPlace,
  type MemorySettings,
  searchTerms,
  type StoredObservation,
} from "./store/mod.ts";
import { filterUsable } from "./usable_observations.ts";

/** The outcome of a look-up at a tool. */
export type LookUpOutcome =
  /** There is a text for the session. */
  | "injected"
  /** No observation about the files still holds. */
  | "no-match"
  /** The session has had all of them. */
  | "duplicate"
  /** It took longer than {@link LOOK_UP_MS}. */
  | "budget-exceeded"
  /** The project disables memory without a request. */
  | "disabled"
  /** The session has ended. */
  | "not-running"
  | "error";

/** An event of a session at a tool. */
export interface ToolUseEvent {
  readonly event: "pre-tool-use" | "post-tool-use";
  readonly session: string;
  /** Files that the tool reads or changes, relative to the root. */
  readonly files: readonly string[];
  /** The topic of the session; decides between several observations. */
  readonly words: string;
}

/** Options of a look-up. */
export interface LookUpTools {
  readonly place: MemoryPlace;
  readonly settings: Pick<MemorySettings, "push" | "weighting">;
  readonly isRunning: boolean;
  /** Calls `work` with the current tree. */
  readonly lease: <Result>(
    work: (lease: Pick<Lease, "indexed" | "visibility">) => Result,
  ) => Promise<Result>;
  /** Finds the active observations that cite files. @default in the place */
  readonly findCiting?: (paths: readonly string[]) => Promise<readonly StoredObservation[]>;
  /** Returns a time in milliseconds. @default performance.now */
  readonly now?: (() => number) | undefined;
}

/** The result of a look-up. */
export interface LookUp {
  readonly outcome: LookUpOutcome;
  /** Text for the agent; only for `injected`. */
  readonly text?: string;
}

/**
 * Milliseconds for finding, ranking and comparing with the tree, without opening an index. Source:
 * the original specification.
 */
export const LOOK_UP_MS = 100;

/** Maximum number of observations at a tool, and maximum number of tokens. */
const LIMITS = { count: 2, tokens: 300 };

/** Maximum number of observations that are compared with the tree. */
const COMPARED = 8;

/**
 * Looks up the observations of earlier sessions about the files of a tool, and logs the text. Every
 * error is an outcome: the tool is never delayed beyond the limit, and only delivered texts count.
 */
export async function lookUpInSession(event: ToolUseEvent, tools: LookUpTools): Promise<LookUp> {
  if (!tools.isRunning) return { outcome: "not-running" };
  if (!tools.settings.push) return { outcome: "disabled" };
  try {
    return await new InSessionLookUp(event, tools).run();
  } catch {
    return { outcome: "error" };
  }
}

/** One look-up, with its elapsed time. */
class InSessionLookUp {
  readonly #event: ToolUseEvent;
  readonly #tools: LookUpTools;
  readonly #now: () => number;
  #spentMs = 0;

  constructor(event: ToolUseEvent, tools: LookUpTools) {
    this.#event = event;
    this.#tools = tools;
    this.#now = tools.now ?? (() => performance.now());
  }

  async run(): Promise<LookUp> {
    const found = await waitWithin(this.#measure(() => this.#find()), LOOK_UP_MS);
    if (found === undefined || this.#isLate) return { outcome: "budget-exceeded" };
    if (typeof found === "string") return { outcome: found };
    const learned = await this.#tools.lease((lease) => this.#compare(found, lease));
    if (this.#isLate) return { outcome: "budget-exceeded" };
    if (learned.text === "") return { outcome: "no-match" };
    await logInjection(this.#tools.place, this.#toInjection(learned));
    return { outcome: "injected", text: learned.text };
  }

  get #isLate(): boolean {
    return this.#spentMs > LOOK_UP_MS;
  }

  async #measure<Result>(work: () => Promise<Result>): Promise<Result> {
    const startedMs = this.#now();
    const result = await work();
    this.#spentMs += this.#now() - startedMs;
    return result;
  }

  /** Returns the observations to compare, best first, or the outcome without any. */
  async #find(): Promise<readonly StoredObservation[] | "no-match" | "duplicate"> {
    const { place, settings: { weighting } } = this.#tools;
    const { files, session, words } = this.#event;
    const { findCiting = (paths) => listCiting(place, paths) } = this.#tools;
    const citing = await findCiting(files);
    if (citing.length === 0) return "no-match";
    const given = await listGivenObservations(place, session);
    const news = citing.filter(({ id }) => !given.has(id));
    if (news.length === 0) return "duplicate";
    const matches = words === "" || news.length === 1
      ? []
      : await searchTerms(place, words, COMPARED * COMPARED);
    const relevances = new Map(matches.map(({ id, relevance }) => [id, relevance]));
    const candidates = news.map((observation) => {
      const { id, weight } = observation;
      // The citation of the file is relevance enough.
      return { id, weight, relevance: 1 + (relevances.get(id) ?? 0), observation };
    });
    return rankByFeedback(candidates, { isWeighted: weighting }).slice(0, COMPARED)
      .map(({ observation }) => observation);
  }

  /** Returns the text of the first observations that still hold, within the time limit. */
  #compare(
    found: readonly StoredObservation[],
    lease: Pick<Lease, "indexed" | "visibility">,
  ): LearnedText<StoredObservation> {
    const startedMs = this.#now();
    const fresh: StoredObservation[] = [];
    for (const observation of found) {
      if (this.#spentMs + this.#now() - startedMs > LOOK_UP_MS) break;
      const [usable] = filterUsable([{ observation, relevance: 1 }], lease);
      if (usable !== undefined) fresh.push(observation);
      if (fresh.length === LIMITS.count) break;
    }
    const heading = `Learned by earlier sessions of ${
      this.#event.files.join(", ")
    }, to be checked:`;
    const learned = renderLearned(fresh, heading, LIMITS);
    this.#spentMs += this.#now() - startedMs;
    return learned;
  }

  #toInjection({ shown, tokens }: LearnedText<StoredObservation>): MemoryInjectionDraft {
    const { session, files } = this.#event;
    return draftMemoryInjection({
      session,
      workType: OTHER_WORK,
      moment: "tool",
      query: files.join(" "),
      budgetTokens: LIMITS.tokens,
      actualTokens: tokens,
      observations: shown,
    });
  }
}
