import {
  compareFiles,
  type Dilution,
  type FileComparison,
  measureDilution,
  recallAt,
  reciprocalRank,
  summariseTimes,
  type TimeSummary,
} from "./session_figures.ts";
import { findMentioned, type MentionOptions, type MentionTarget } from "./find_mentioned.ts";

/** A request of an agent and its recorded outcome. */
export interface AnsweredRequest {
  /** Path or slug that it asked for. */
  readonly target: string;
  /** `provided`, or the reason why not. */
  readonly outcome: string;
}

/** Figures of the requests of an agent. */
export interface RequestMetrics {
  /** Number of requests. */
  readonly requests: number;
  /** Number of requests by outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Share that was provided, from 0 to 1; absent without requests. */
  readonly providedShare?: number;
  /** Share of the provided targets that the agent names elsewhere; absent when none was provided. */
  readonly namedShare?: number;
  /** Targets that were candidates of a bundle and left out. */
  readonly missed: readonly string[];
}

/** The outcome of a request that was answered with text. */
const PROVIDED = "provided";

const EXTENSION_REGEXP = /\.[^./]+$/;

/**
 * Returns how much an agent had to ask for, and with which outcomes.
 *
 * @param options.omitted Paths of the candidates that were not shown before.
 * @param options.mentioned Paths and slugs that the agent names apart from its requests.
 */
export function measureRequests(
  requests: readonly AnsweredRequest[],
  { omitted, mentioned }: {
    readonly omitted: readonly string[];
    readonly mentioned: ReadonlySet<string>;
  },
): RequestMetrics {
  const outcomes = [...Map.groupBy(requests, ({ outcome }) => outcome)]
    .map(([outcome, same]) => [outcome, same.length] as const);
  const provided = requests.filter(({ outcome }) => outcome === PROVIDED);
  const named = provided.filter(({ target }) => mentioned.has(target));
  const targets = new Set(requests.map(({ target }) => target));
  return {
    requests: requests.length,
    outcomes: Object.fromEntries(outcomes.sort(([a], [b]) => a < b ? -1 : 1)),
    ...(requests.length === 0 ? {} : { providedShare: provided.length / requests.length }),
    ...(provided.length === 0 ? {} : { namedShare: named.length / provided.length }),
    missed: [...targets].filter((target) => omitted.some((path) => names(target, path))),
  };
}

/** Returns whether a target is a path or the end of one, with or without its extension. */
function names(target: string, path: string): boolean {
  const stem = path.replace(EXTENSION_REGEXP, "");
  return [path, stem].some((name) => name === target || name.endsWith(`/${target}`));
}

/** Text that was given to an agent, without the text. What is no file has its source for a path. */
export interface InjectedFragment extends MentionTarget {
  readonly tokens: number;
  /** Whether it is a design document. */
  readonly document: boolean;
  /** Whether it was marked as possibly outdated. */
  readonly stale?: boolean | undefined;
}

/** One bundle, or one answer to requests, as it was recorded. */
export interface InjectionEvidence {
  /** Whether it answers requests. */
  readonly answer: boolean;
  /** The given fragments, best first. */
  readonly fragments: readonly InjectedFragment[];
  /** Paths of candidates that were not given. */
  readonly omitted: readonly string[];
  /** None for a bundle. */
  readonly requests: readonly AnsweredRequest[];
  /** Tokens of the whole text. */
  readonly promptTokens: number;
  /** When measured. */
  readonly durationMs?: number | undefined;
}

/** Evidence about a session that is over. */
export interface SessionEvidence extends MentionOptions {
  /** In order. */
  readonly injections: readonly InjectionEvidence[];
  /** Text of the agent with its tool calls, without what was injected. */
  readonly transcript: string;
  /** Files that the agent changed. */
  readonly touched: readonly string[];
  /** Files of the work manifest. */
  readonly predicted: readonly string[];
  readonly isExcluded: (path: string) => boolean;
  /** Documents that are in fact outdated, when known. */
  readonly outdated?: readonly string[] | undefined;
}

/** Figures of the context that a session was given. */
export interface SessionMetrics extends Dilution {
  /** Share of the touched files among the first K different ones given, by K; empty without any. */
  readonly recall: Readonly<Record<string, number>>;
  /** 1 divided by the rank of the first touched file given; absent when no file was touched. */
  readonly reciprocalRank?: number;
  /** Share of design documents in what was given, from 0 to 1. */
  readonly docFraction: number;
  /** The requests of the agent. */
  readonly needs: RequestMetrics;
  /** The work manifest against the files touched. */
  readonly prediction: FileComparison;
  /** Documents marked as stale against those that are; absent when unknown. */
  readonly staleness?: FileComparison;
  /** Excluded paths that were given or listed; there must be none. */
  readonly leaks: readonly string[];
  /** Times of planning; absent when none was measured. */
  readonly planning?: TimeSummary;
}

/** Ranks for which recall is given. */
const RECALL_RANKS: readonly number[] = [1, 5, 10, 20];

/** A request line, also in the one-line text of JSON. */
const REQUEST_REGEXP = /NEED_(?:CODE|DOC|FILE):[^\n"]*?(?=\\[nr]|["\n]|$)/gm;

/**
 * Returns how well a session was served: what was used, what was missing, and the cost.
 *
 * A request counts as naming its target, except for the question whether the agent used a target that it
 * had asked for.
 */
export function measureSession(evidence: SessionEvidence): SessionMetrics {
  const { injections, transcript, touched, predicted, outdated, isExcluded } = evidence;
  const fragments = injections.flatMap(({ fragments }) => fragments);
  const requests = injections.flatMap(({ requests }) => requests);
  const bundles = injections.filter(({ answer }) => !answer);
  const ranked = bundles.flatMap(({ fragments }) => fragments.map(({ path }) => path));
  const omitted = injections.flatMap(({ omitted }) => omitted);
  const relevant = new Set(touched);
  const first = reciprocalRank(ranked, relevant);
  const planning = summariseTimes(injections.flatMap(({ durationMs }) => durationMs ?? []));
  const stale = fragments.flatMap(({ path, stale }) => stale ? [path] : []);
  const given = new Set(fragments.map(({ path }) => path));
  const asked = requests.map(({ target }) => ({ path: target, slug: target }));
  return {
    ...measureDilution(fragments, usedPaths(evidence)),
    recall: Object.fromEntries(RECALL_RANKS.flatMap((k) => {
      const recall = recallAt(ranked, { relevant, k });
      return recall === undefined ? [] : [[k, recall]];
    })),
    ...(first === undefined ? {} : { reciprocalRank: first }),
    docFraction: docFraction(injections),
    needs: measureRequests(requests, {
      omitted,
      mentioned: findMentioned(withoutRequests(transcript), asked, evidence),
    }),
    prediction: compareFiles(predicted, touched),
    ...(outdated === undefined
      ? {}
      : { staleness: compareFiles(stale, outdated.filter((path) => given.has(path))) }),
    leaks: [...given.union(new Set(omitted))].filter(isExcluded),
    ...(planning === undefined ? {} : { planning }),
  };
}

function usedPaths(evidence: SessionEvidence): ReadonlySet<string> {
  const { injections, transcript, touched } = evidence;
  // A request names its target, but does not use it yet.
  const given = injections.filter(({ answer }) => !answer).flatMap(({ fragments }) => fragments);
  const fetched = injections.filter(({ answer }) => answer).flatMap(({ fragments }) => fragments);
  return findMentioned(transcript, given, evidence)
    .union(findMentioned(withoutRequests(transcript), fetched, evidence))
    .union(new Set(touched));
}

function withoutRequests(transcript: string): string {
  return transcript.replace(REQUEST_REGEXP, "");
}

function docFraction(injections: readonly InjectionEvidence[]): number {
  let documents = 0;
  let all = 0;
  for (const { fragments, promptTokens } of injections) {
    all += promptTokens;
    for (const { document, tokens } of fragments) if (document) documents += tokens;
  }
  return all === 0 ? 0 : documents / all;
}
