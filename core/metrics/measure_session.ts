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

/** Request of an agent with its recorded outcome. */
export interface AnsweredRequest {
  /** Requested path or slug. */
  readonly target: string;
  /** `provided`, or the reason for another outcome. */
  readonly outcome: string;
}

/** Figures about the requests of an agent. */
export interface RequestMetrics {
  /** Number of requests. */
  readonly requests: number;
  /** Number of requests by outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Share of the requests that were provided, from 0 to 1; absent without requests. */
  readonly providedShare?: number;
  /**
   * Share of the provided targets that the agent mentions elsewhere; absent when none was provided.
   */
  readonly namedShare?: number;
  /** Targets that were candidates of a bundle and were left out. */
  readonly missed: readonly string[];
}

/** Outcome of a request that was answered with text. */
const PROVIDED = "provided";

const EXTENSION_REGEXP = /\.[^./]+$/;

/**
 * Returns the figures of the requests of an agent, with their outcomes.
 *
 * @param options.omitted Paths of the candidates that had not been shown before.
 * @param options.mentioned Paths and slugs that the agent mentions outside of its requests.
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
    missed: [...targets].filter((target) => omitted.some((path) => isNameOf(target, path))),
  };
}

/** Returns true when a target is a path or the end of one, with or without its extension. */
function isNameOf(target: string, path: string): boolean {
  const stem = path.replace(EXTENSION_REGEXP, "");
  return [path, stem].some((name) => name === target || name.endsWith(`/${target}`));
}

/**
 * Metadata of a text that was delivered to an agent. For text that is not from a file, the path is
 * its source.
 */
export interface InjectedFragment extends MentionTarget {
  readonly tokens: number;
  /** True for a design document. */
  readonly document: boolean;
  /** True when it was marked as possibly outdated. */
  readonly stale?: boolean | undefined;
}

/** Recorded bundle, or recorded answer to requests. */
export interface InjectionEvidence {
  /** True when it answers requests. */
  readonly answer: boolean;
  /** Delivered fragments, best first. */
  readonly fragments: readonly InjectedFragment[];
  /** Paths of candidates that were not delivered. */
  readonly omitted: readonly string[];
  /** Empty for a bundle. */
  readonly requests: readonly AnsweredRequest[];
  /** Number of tokens of the whole text. */
  readonly promptTokens: number;
  /** Duration of planning in milliseconds; absent when it was not measured. */
  readonly durationMs?: number | undefined;
}

/** Evidence about a finished session. */
export interface SessionEvidence extends MentionOptions {
  /** Injections in chronological order. */
  readonly injections: readonly InjectionEvidence[];
  /** Text of the agent with its tool calls, without the injected text. */
  readonly transcript: string;
  /** Files that the agent changed. */
  readonly touched: readonly string[];
  /** Files of the work manifest. */
  readonly predicted: readonly string[];
  readonly isExcluded: (path: string) => boolean;
  /** Documents that are actually outdated, when known. */
  readonly outdated?: readonly string[] | undefined;
}

/** Figures about the context that a session received. */
export interface SessionMetrics extends Dilution {
  /**
   * Recall by K: the share of the touched files that are among the first K different delivered
   * files; empty when no file was touched.
   */
  readonly recall: Readonly<Record<string, number>>;
  /**
   * 1 divided by the rank of the first touched file among those delivered; absent when no file was
   * touched.
   */
  readonly reciprocalRank?: number;
  /** Share of design documents in the delivered text, from 0 to 1. */
  readonly docFraction: number;
  /** Figures about the requests of the agent. */
  readonly needs: RequestMetrics;
  /** Comparison of the work manifest with the touched files. */
  readonly prediction: FileComparison;
  /** Comparison of documents marked as stale with those that are; absent when unknown. */
  readonly staleness?: FileComparison;
  /** Excluded paths that were delivered or listed; must be empty. */
  readonly leaks: readonly string[];
  /** Durations of planning; absent when none was measured. */
  readonly planning?: TimeSummary;
}

/** Ranks for which recall is measured. */
const RECALL_RANKS: readonly number[] = [1, 5, 10, 20];

/** Request line, also in the one-line text of JSON. */
const REQUEST_REGEXP = /NEED_(?:CODE|DOC|FILE):[^\n"]*?(?=\\[nr]|["\n]|$)/gm;

/**
 * Returns figures on how well a session was served: used context, missing context, and cost.
 *
 * A request counts as a mention of its target. It does not count as evidence that the agent used
 * the target.
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
  const requested = requests.map(({ target }) => ({ path: target, slug: target }));
  return {
    ...measureDilution(fragments, listUsedPaths(evidence)),
    recall: Object.fromEntries(RECALL_RANKS.flatMap((k) => {
      const recall = recallAt(ranked, { relevant, k });
      return recall === undefined ? [] : [[k, recall]];
    })),
    ...(first === undefined ? {} : { reciprocalRank: first }),
    docFraction: computeDocFraction(injections),
    needs: measureRequests(requests, {
      omitted,
      mentioned: findMentioned(withoutRequests(transcript), requested, evidence),
    }),
    prediction: compareFiles(predicted, touched),
    ...(outdated === undefined
      ? {}
      : { staleness: compareFiles(stale, outdated.filter((path) => given.has(path))) }),
    leaks: [...given.union(new Set(omitted))].filter(isExcluded),
    ...(planning === undefined ? {} : { planning }),
  };
}

function listUsedPaths(evidence: SessionEvidence): ReadonlySet<string> {
  const { injections, transcript, touched } = evidence;
  // A request mentions its target but is not yet a use of it.
  const given = injections.filter(({ answer }) => !answer).flatMap(({ fragments }) => fragments);
  const fetched = injections.filter(({ answer }) => answer).flatMap(({ fragments }) => fragments);
  return findMentioned(transcript, given, evidence)
    .union(findMentioned(withoutRequests(transcript), fetched, evidence))
    .union(new Set(touched));
}

function withoutRequests(transcript: string): string {
  return transcript.replace(REQUEST_REGEXP, "");
}

function computeDocFraction(injections: readonly InjectionEvidence[]): number {
  let documents = 0;
  let all = 0;
  for (const { fragments, promptTokens } of injections) {
    all += promptTokens;
    for (const { document, tokens } of fragments) if (document) documents += tokens;
  }
  return all === 0 ? 0 : documents / all;
}
