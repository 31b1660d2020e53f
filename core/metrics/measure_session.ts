import { compareFiles, type FileComparison } from "./compare_files.ts";
import { findLeaks } from "./find_leaks.ts";
import { findMentioned } from "./find_mentioned.ts";
import { type Dilution, measureDilution } from "./measure_dilution.ts";
import { type AnsweredRequest, measureRequests, type RequestMetrics } from "./measure_requests.ts";
import { recallAt, reciprocalRank } from "./rank_quality.ts";
import { summariseTimes, type TimeSummary } from "./summarise_times.ts";

/** Text that was given to an agent, without the text. */
export interface DeliveredPassage {
  /** Path relative to the root, with `/` separators. */
  readonly path: string;
  /** What it cost. */
  readonly tokens: number;
  /** Whether it is a design document. */
  readonly document: boolean;
  /** What documents link to it by, when it is one. */
  readonly slug?: string | undefined;
  /** Whether it was marked as one that may be outdated. */
  readonly stale?: boolean | undefined;
}

/** One bundle, or one answer to requests, as it was recorded. */
export interface Delivery {
  /** Whether it answers requests of the agent. */
  readonly answer: boolean;
  /** What was given, best first. */
  readonly passages: readonly DeliveredPassage[];
  /** Paths of what was proposed and not given. */
  readonly omitted: readonly string[];
  /** Requests with what became of them; none for a bundle. */
  readonly requests: readonly AnsweredRequest[];
  /** Tokens of the whole text. */
  readonly promptTokens: number;
  /** Milliseconds to plan and make it, where that was measured. */
  readonly durationMs?: number | undefined;
}

/** What is known of a session when it is over. */
export interface SessionEvidence {
  /** What was given to the agent, in order. */
  readonly deliveries: readonly Delivery[];
  /** What the agent wrote and what its tool calls say, without what was given to it. */
  readonly transcript: string;
  /** Files that the agent changed. */
  readonly touched: readonly string[];
  /** Files that it was expected to change: those of the work manifest. */
  readonly predicted: readonly string[];
  /** Whether a rule leaves a path out of everything. */
  readonly isExcluded: (path: string) => boolean;
  /** Documents that are in fact outdated, where somebody knows. */
  readonly outdated?: readonly string[] | undefined;
  /** Absolute path of the root, for absolute paths in the transcript. */
  readonly root?: string | undefined;
  /** Other files of the tree, for short names in the transcript. */
  readonly others?: readonly string[] | undefined;
}

/** What a session says about the context that it was given. */
export interface SessionMetrics extends Dilution {
  /** Share of the touched files among the first K different ones given, by K; empty without any. */
  readonly recall: Readonly<Record<string, number>>;
  /** 1 divided by the rank of the first touched file given; absent when no file was touched. */
  readonly reciprocalRank?: number;
  /** Share of design documents in what was given, from 0 to 1. */
  readonly docFraction: number;
  /** What the agent asked for. */
  readonly needs: RequestMetrics;
  /** The work manifest against the files touched. */
  readonly prediction: FileComparison;
  /** Documents given as stale against those given that are; absent when nobody knows which are. */
  readonly staleness?: FileComparison;
  /** Excluded paths that were given or listed: must be none. */
  readonly leaks: readonly string[];
  /** Times of planning; absent when none was measured. */
  readonly planning?: TimeSummary;
}

/** Ranks that recall is told at. */
const RECALL_RANKS: readonly number[] = [1, 5, 10, 20];

/** What an agent asks for in a line of its own, also where JSON holds the text in one line. */
const REQUEST_REGEXP = /NEED_(?:CODE|DOC|FILE):[^\n"]*?(?=\\[nr]|["\n]|$)/gm;

/**
 * Returns what a session says about the context that it was given: what was used, what was missing,
 * and what it cost.
 *
 * What an agent asks for counts as named by it, except where the question is whether it named what it
 * had asked for.
 *
 * @example
 * ```ts
 * import { measureSession } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const passages = [
 *   { path: "src/a.ts", tokens: 600, document: false },
 *   { path: "docs/a.md", tokens: 200, document: true },
 * ];
 * const metrics = measureSession({
 *   deliveries: [{ answer: false, passages, omitted: [], requests: [], promptTokens: 1000 }],
 *   transcript: "Edited src/a.ts.",
 *   touched: ["src/a.ts", "src/b.ts"],
 *   predicted: ["src/a.ts"],
 *   isExcluded: () => false,
 * });
 * assert.deepEqual([metrics.dilution, metrics.docFraction], [0.25, 0.2]);
 * assert.deepEqual(metrics.prediction.falseNegatives, ["src/b.ts"]);
 * ```
 */
export function measureSession(evidence: SessionEvidence): SessionMetrics {
  const { deliveries, transcript, touched, predicted, outdated, isExcluded } = evidence;
  const passages = deliveries.flatMap(({ passages }) => passages);
  const requests = deliveries.flatMap(({ requests }) => requests);
  const bundles = deliveries.filter(({ answer }) => !answer);
  const ranked = bundles.flatMap(({ passages }) => passages.map(({ path }) => path));
  const omitted = deliveries.flatMap(({ omitted }) => omitted);
  const relevant = new Set(touched);
  const first = reciprocalRank(ranked, relevant);
  const planning = summariseTimes(deliveries.flatMap(({ durationMs }) => durationMs ?? []));
  const stale = passages.flatMap(({ path, stale }) => stale ? [path] : []);
  const given = new Set(passages.map(({ path }) => path));
  const asked = requests.map(({ target }) => ({ path: target, slug: target }));
  return {
    ...measureDilution(passages, usedPaths(evidence)),
    recall: Object.fromEntries(RECALL_RANKS.flatMap((k) => {
      const recall = recallAt(ranked, { relevant, k });
      return recall === undefined ? [] : [[k, recall]];
    })),
    ...(first === undefined ? {} : { reciprocalRank: first }),
    docFraction: docFraction(deliveries),
    needs: measureRequests(requests, {
      omitted,
      mentioned: findMentioned(withoutRequests(transcript), asked, evidence),
    }),
    prediction: compareFiles(predicted, touched),
    ...(outdated === undefined
      ? {}
      : { staleness: compareFiles(stale, outdated.filter((path) => given.has(path))) }),
    leaks: findLeaks([...given, ...omitted], isExcluded),
    ...(planning === undefined ? {} : { planning }),
  };
}

function usedPaths(evidence: SessionEvidence): ReadonlySet<string> {
  const { deliveries, transcript, touched } = evidence;
  // Who asks for a text has named it, but has not used it yet.
  const given = deliveries.filter(({ answer }) => !answer).flatMap(({ passages }) => passages);
  const fetched = deliveries.filter(({ answer }) => answer).flatMap(({ passages }) => passages);
  return findMentioned(transcript, given, evidence)
    .union(findMentioned(withoutRequests(transcript), fetched, evidence))
    .union(new Set(touched));
}

function withoutRequests(transcript: string): string {
  return transcript.replace(REQUEST_REGEXP, "");
}

function docFraction(deliveries: readonly Delivery[]): number {
  let documents = 0;
  let all = 0;
  for (const { passages, promptTokens } of deliveries) {
    all += promptTokens;
    for (const { document, tokens } of passages) if (document) documents += tokens;
  }
  return all === 0 ? 0 : documents / all;
}
