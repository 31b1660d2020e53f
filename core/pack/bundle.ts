import type { Issue } from "../issue/issue.ts";
import type { Retry } from "../issue/retry.ts";
import type { ClassifiedQuestion } from "../part/classify_question.ts";
import type { CompletedPlan } from "../plan/plan_task.ts";
import type {
  Fragment,
  FragmentPosition,
  RepositoryLines,
  UnhashedFragment,
} from "../fragment/fragment.ts";
import type { TokenEstimatorName } from "../text/count_tokens.ts";

/** Version of the bundle's JSON form; raised when a field changes its meaning or is removed. */
export const BUNDLE_VERSION = 2;

/**
 * Reason why a candidate is not shown:
 * - `budget`: it does not fit the rest of the budget;
 * - `relevance`: its score is too far below the best one, or it is too unlikely to be needed;
 * - `duplicate`: another fragment shows the same or nearly the same text from elsewhere;
 * - `changed`: its file was changed or removed after it was indexed;
 * - `limit`: the plan's maximum number of its kind is shown;
 * - `shortened`: a fragment shows some of its lines, outlines or names it;
 * - `already_present`: the session has the same text from an earlier bundle;
 * - `suppressed`: a profile excludes it;
 * - `missing`, `empty`: a profile, a hook or a tier requests it, and it does not exist or has no
 *   text;
 * - `failed`: a profile, a hook or a tier requests it, and it cannot be used;
 * - `excluded`: a profile, a hook or a tier requests it, and a rule excludes it.
 */
export type OmissionReason =
  | "budget"
  | "relevance"
  | "duplicate"
  | "changed"
  | "limit"
  | "shortened"
  | "already_present"
  | "suppressed"
  | "missing"
  | "empty"
  | "failed"
  | "excluded";

/** Available and used tokens, and their estimator. */
export interface BundleBudget {
  /** Tokens available. */
  readonly limit: number;
  /** Tokens of the rendered text; for JSON, of its Markdown rendering. */
  readonly used: number;
  /** Estimator that counted. */
  readonly estimator: TokenEstimatorName;
  /** Maximum tokens of the text as JSON, counted by `estimateMaxJsonTokens()`, when it is sent as JSON. */
  readonly maxSent?: number;
}

/** Numbers of documents that differed from the index at the refresh before the answer. */
export interface RefreshCounts {
  /** New documents. */
  readonly added: number;
  /** Documents with different content. */
  readonly changed: number;
  /** Documents that did not exist any more. */
  readonly removed: number;
}

/** One of several repositories that were searched together. */
export interface BundleRepository {
  /** Its name in locations and sources. */
  readonly name: string;
  /** Absolute path of its folder. */
  readonly root: string;
  /** State of its index. */
  readonly index: BundleIndex;
}

/** State of the index that answered. */
export interface BundleIndex {
  /** Documents in the index. */
  readonly documents: number;
  /** Chunks in the index. */
  readonly chunks: number;
  /** Time of the last write to the index, as an ISO 8601 instant. */
  readonly updatedAt: string;
  /** Changes that the refresh before this answer applied. */
  readonly refreshed: RefreshCounts;
  /** True when the index is older than the tree, or when that has to be assumed. */
  readonly stale: boolean;
  /** Documents known to have changed and not yet indexed. */
  readonly pending: number;
}

/**
 * Rule by which a section chooses among its candidates:
 * - `ranked`: best first and file by file, above a share of the best score, with cheaper forms of
 *   candidates that do not fit; see `packRanked()`;
 * - `best-value`: best first, while each is likely enough to be needed, and always the first; with
 *   cheaper forms of candidates that do not fit; see `packRanked()`;
 * - `skip-and-continue`: in the given order; a candidate that does not fit is omitted, and a later
 *   one may fit;
 * - `break-at-first-miss`: up to the first that does not fit; the very first may exceed the limit
 *   of the section, never that of the bundle;
 * - `truncate-last`: up to the first that does not fit, which is cut to the remaining tokens.
 */
export type PackingRule =
  | "ranked"
  | "best-value"
  | "skip-and-continue"
  | "break-at-first-miss"
  | "truncate-last";

/** Limit and use of a section of a bundle. */
export interface BundleSection {
  /** Context source of the section, such as `manifest` or `ranking`. */
  readonly name: string;
  /** Position of its fragments in a prompt. */
  readonly position: FragmentPosition;
  /** Rule by which they were chosen. */
  readonly rule: PackingRule;
  /** Tokens that were available to it. */
  readonly limit: number;
  /** Tokens of its fragments. */
  readonly used: number;
  /** Number of its fragments in the bundle, which follow those of the earlier sections. */
  readonly fragments: number;
  /**
   * Reason for the end of a `best-value` section: its limit, or the low probability that the rest
   * is needed.
   */
  readonly stop?: "budget" | "worth";
}

/** Candidate that is not shown. */
export interface Omission {
  /** URI of its source. */
  readonly source: string;
  /** Present for lines of a file. */
  readonly location?: RepositoryLines;
  /** Tokens that it would have cost. */
  readonly tokens: number;
  /** Reason why it is not shown. */
  readonly reason: OmissionReason;
}

/** Information about a bundle for its reader. */
export interface Note {
  /** Subject, for programs; lower-case words joined by hyphens. */
  readonly code: string;
  /** One sentence for people. */
  readonly message: string;
}

/**
 * Outcome of a request:
 * - `provided`: its text is shown;
 * - `not_found`: there is no such file, document or range;
 * - `excluded`: a rule excludes it;
 * - `outside_root`: it is not in the tree;
 * - `limit`: there were too many requests or rounds, or the budget is spent;
 * - `already_present`: the session has the same text.
 */
export type RequestOutcomeName =
  | "provided"
  | "not_found"
  | "excluded"
  | "outside_root"
  | "limit"
  | "already_present";

/** Request of an agent and its outcome. */
export interface RequestOutcome {
  /** Request as a line of its own, such as `NEED_CODE: src/a.ts:1-20`. */
  readonly request: string;
  /** Outcome of the request. */
  readonly outcome: RequestOutcomeName;
  /** One sentence for the agent. */
  readonly message: string;
}

/**
 * Signal at the end of an agent's turn: a worker is done or blocked, or a reviewer gives a ruling.
 */
export type EndSignalName = "ISSUE_COMPLETE" | "BLOCKED" | "APPROVED" | "CHANGES_REQUESTED";

/** Signal with which an agent ended its turn. */
export interface EndSignal {
  /** Name of the signal. */
  readonly signal: EndSignalName;
  /** Text after a colon; absent when empty. */
  readonly reason?: string;
  /** Line of the text, 1-based. */
  readonly line: number;
}

/** Profile that a bundle is requested with; its texts are among the fragments. */
export interface BundleProfile {
  /** Path of the profile below the folder of profiles, without extension. */
  readonly id: string;
  /** Given values of its inputs, and defaults for the others. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Ids of the profiles that it extends and its own, the root first. */
  readonly chain: readonly string[];
  /** Id of the hook that set its parent, if any with an id. */
  readonly route?: string;
}

/** Names that a caller guessed, each list in the given order. */
export interface GuessedNames {
  /**
   * Names that occur in the tree, in any case, with any separators and endings; each word of a
   * path.
   */
  readonly matched: readonly string[];
  /** Names that do not occur as a whole; their words may. */
  readonly unmatched: readonly string[];
}

/** Fragments, notes and omissions that fit a budget, before rendering. */
export interface Bundle {
  /** {@link BUNDLE_VERSION}. */
  readonly version: typeof BUNDLE_VERSION;
  /** Task or question as given. */
  readonly query: string;
  /** Task, when the query is an issue of a tracker. */
  readonly issue?: Issue;
  /** Planned size of the bundle of a task, with reasons. */
  readonly plan?: CompletedPlan;
  /** Kind of the question, which determines the order, and the evidence for it. */
  readonly question?: ClassifiedQuestion;
  /** Guessed names of the caller that the tree has or lacks; absent without names. */
  readonly names?: GuessedNames;
  /** Profile, when it was requested with one. */
  readonly profile?: BundleProfile;
  /** Session that the bundle is for. */
  readonly session?: string;
  /** Number of its injection record in the log; not part of the hash. */
  readonly record?: number;
  /** Result of the previous attempt, as far as it is known. */
  readonly retry?: Retry;
  /** Signals that ended the agent's turn, when the bundle answers its text; absent without any. */
  readonly signals?: readonly EndSignal[];
  /** Commands that build and test the project, for the prompt of a task. */
  readonly commands?: readonly string[];
  /** Outcomes of an agent's requests, when the bundle answers some. */
  readonly outcomes?: readonly RequestOutcome[];
  /**
   * Absolute path of the searched folder; for several folders the innermost folder that contains
   * all.
   */
  readonly root: string;
  /** Searched repositories, in the given order; absent for a single one. */
  readonly repositories?: readonly BundleRepository[];
  /** Available and used tokens. */
  readonly budget: BundleBudget;
  /** State of the index that answered. */
  readonly index: BundleIndex;
  /** Limits of the context sources, in the order of the fragments. */
  readonly sections: readonly BundleSection[];
  /** Shown fragments, section by section, each best first. */
  readonly fragments: readonly Fragment[];
  /** Omitted candidates, best first. */
  readonly omitted: readonly Omission[];
  /** Further information for the reader. */
  readonly notes: readonly Note[];
  /** SHA-256 of the `bundleHashInput()` of this bundle, in lower-case hexadecimal. */
  readonly hash: string;
}

/** Bundle before its hashes are computed. */
export interface UnhashedBundle extends Omit<Bundle, "hash" | "fragments"> {
  /** Same as in {@link Bundle}. */
  readonly fragments: readonly UnhashedFragment[];
}
