import { isTestPath } from "@dossier/core/rank";
import { addressesAgent, toClaim } from "./plain_words.ts";
import { type FindMinedFile, type ProposedObservation, selectDistinct } from "./proposal.ts";
import { hasReason, listStandalone } from "./standalone_sentences.ts";

/** A commit with its whole message. */
export interface MinedCommit {
  /** Full hash of the commit. */
  readonly hash: string;
  /** Time of the commit, in milliseconds since 1970. */
  readonly time: number;
  readonly author: string;
  /** The first line of its message. */
  readonly subject: string;
  /** The rest of its message. */
  readonly body: string;
  /** Files that it changed, relative to the root, with `/` separators. */
  readonly paths: readonly string[];
}

/** Maximum number of sentences of one commit. */
const MAX_SENTENCES = 2;

/**
 * Maximum number of files that a proposal cites; a commit that changes many has no specific files.
 */
const MAX_PATHS = 5;
const MANY_PATHS = 30;

/** Maximum number of UTF-16 code units of a subject. */
const MAX_SUBJECT = 120;

/** Characters of a commit's short hash. */
const SHORT_HASH = 10;

/** Programs that write commits themselves. */
const ROBOT_REGEXP =
  /\[bot\]|\b(?:dependabot|renovate|greenkeeper|pre-commit-ci|github-actions)\b/i;

/** Lines for tools: trailers, and git's own texts for merges and reverts. */
const TRAILER_REGEXP = new RegExp(
  "^(?:[A-Z][\\w-]*-(?:by|id|to|from|on|link|for|author)|cc|fixes|closes|refs?|bug|see also|change-id|" +
    "cherry-picked from commit|This reverts commit|Conflicts|git-svn-id)\\b:?.*$",
  "gim",
);

/** Words of a message about the work on it, not about the project. */
const REVIEW_REGEXP =
  /\b(?:thanks|thank you|review(?:ed|er)?|rebased?|squash|pull request|PR #?\d+)\b/i;

/**
 * Returns the reasons in the bodies of commits, newest first: whole sentences below the subject.
 *
 * @param options.since Least time, in milliseconds since 1970. @default none
 * @param options.until Most time, in milliseconds since 1970. @default none
 * @param options.limit Most proposals. @default 100
 */
export function mineCommits(
  commits: Iterable<MinedCommit>,
  { findFile, since = -Infinity, until = Infinity, limit = 100 }: {
    readonly findFile: FindMinedFile;
    readonly since?: number | undefined;
    readonly until?: number | undefined;
    readonly limit?: number | undefined;
  },
): readonly ProposedObservation[] {
  const usable = [...commits]
    .filter(({ time, author, subject }) =>
      time >= since && time <= until && !ROBOT_REGEXP.test(author) &&
      !/^(?:Merge|Revert "Revert)\b/.test(subject)
    )
    .sort((a, b) => b.time - a.time || (a.hash < b.hash ? -1 : 1));
  return selectDistinct(usable.flatMap((commit) => mineCommit(commit, findFile)), limit);
}

function mineCommit(
  { hash, time, subject, body, paths }: MinedCommit,
  findFile: FindMinedFile,
): readonly ProposedObservation[] {
  const title = toClaim(subject).replace(/\.$/, "");
  if (title === "" || title.length > MAX_SUBJECT || addressesAgent(title)) return [];
  const sentences = listStandalone(body.replaceAll(TRAILER_REGEXP, ""))
    .filter((sentence) => hasReason(sentence) && !REVIEW_REGEXP.test(sentence))
    .slice(0, MAX_SENTENCES);
  // Files are looked up only for proposals.
  const cited = sentences.length === 0 || paths.length > MANY_PATHS ? [] : paths
    .flatMap((path) => findFile(path)?.path ?? [])
    .sort((a, b) => rankPath(a) - rankPath(b))
    .slice(0, MAX_PATHS);
  return sentences.map((sentence) => ({
    kind: "decision",
    content: `${title}: ${sentence}`,
    reason: `The message of commit ${hash.slice(0, SHORT_HASH)} of ${toDay(time)} says so`,
    paths: cited,
    evidence: `commit ${hash}`,
    tags: ["commit-reason"],
  }));
}

/** Returns the rank of a cited file: code first, then texts, then tests. */
function rankPath(path: string): number {
  return isTestPath(path) ? 2 : /\.(?:md|rst|txt|adoc)$/.test(path) ? 1 : 0;
}

function toDay(time: number): string {
  return Number.isFinite(time) ? new Date(time).toISOString().slice(0, 10) : "no day";
}
