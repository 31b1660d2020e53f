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

/** Version of the bundle's JSON form; raised when a field changes its meaning or goes away. */
export const BUNDLE_VERSION = 2;

/**
 * Why a candidate is not shown:
 * - `budget`: it does not fit what is left of the budget;
 * - `relevance`: its score is too far below the best one, or it is too unlikely to be needed;
 * - `duplicate`: another fragment shows the same text from elsewhere, or nearly the same;
 * - `changed`: its file changed or went away after it was indexed;
 * - `limit`: as many of its kind are shown as the plan allows;
 * - `shortened`: a fragment shows some of its lines, outlines or names it;
 * - `already_present`: the session holds the same text from an earlier bundle;
 * - `suppressed`: a profile does without it;
 * - `missing`, `empty`: a profile, a hook or a tier asks for it, and it is not there or says nothing;
 * - `failed`: a profile, a hook or a tier asks for it, and it can not be used;
 * - `excluded`: a profile, a hook or a tier asks for it, and a rule leaves it out.
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

/** What may be spent, what is spent, and by whose count. */
export interface BundleBudget {
  /** Tokens available. */
  readonly limit: number;
  /** Tokens that the rendered text costs; for JSON, that its Markdown rendering costs. */
  readonly used: number;
  /** The estimator that counted. */
  readonly estimator: TokenEstimatorName;
  /** Most tokens that the text may cost in JSON as `countSent()` has it, where it is sent so. */
  readonly maxSent?: number;
}

/** How many documents the refresh before the answer found to differ from the index. */
export interface RefreshCounts {
  /** Documents that were new. */
  readonly added: number;
  /** Documents whose content was different. */
  readonly changed: number;
  /** Documents that were gone. */
  readonly removed: number;
}

/** One of several repositories that were asked together. */
export interface BundleRepository {
  /** What locations and sources call it. */
  readonly name: string;
  /** Absolute path of its folder. */
  readonly root: string;
  /** The state of its index. */
  readonly index: BundleIndex;
}

/** The state of the index that answered. */
export interface BundleIndex {
  /** Documents in the index. */
  readonly documents: number;
  /** Chunks in the index. */
  readonly chunks: number;
  /** When the index was last written, as an ISO 8601 instant. */
  readonly updatedAt: string;
  /** What the refresh before this answer took in. */
  readonly refreshed: RefreshCounts;
  /** Whether the index is known, or has to be assumed, to be behind the tree. */
  readonly stale: boolean;
  /** Documents known to have changed and not yet indexed. */
  readonly pending: number;
}

/**
 * How a section chooses among its candidates:
 * - `ranked`: best first and file by file, above a share of the best score, cheaper forms for what does
 *   not fit; see `packRanked()`;
 * - `best-value`: best first, as long as each is likely enough to be needed, and always the first; cheaper
 *   forms for what does not fit; see `packRanked()`;
 * - `skip-and-continue`: in the order given; what does not fit is left out, and a later one may fit;
 * - `break-at-first-miss`: up to the first that does not fit; the very first may exceed the limit of
 *   the section, never that of the bundle;
 * - `truncate-last`: up to the first that does not fit, which is cut to what is left.
 */
export type PackingRule =
  | "ranked"
  | "best-value"
  | "skip-and-continue"
  | "break-at-first-miss"
  | "truncate-last";

/** What a section of a bundle may spend, and what it does. */
export interface BundleSection {
  /** Which source of context it is of, such as `manifest` or `ranking`. */
  readonly name: string;
  /** Where its fragments belong in a prompt. */
  readonly position: FragmentPosition;
  /** How they were chosen. */
  readonly rule: PackingRule;
  /** Tokens that were left to it. */
  readonly limit: number;
  /** Tokens of its fragments. */
  readonly used: number;
  /** How many of the bundle's fragments are its own, behind those of the sections before it. */
  readonly fragments: number;
  /** What ended a `best-value` section: its limit, or that the rest is too unlikely to be needed. */
  readonly stop?: "budget" | "worth";
}

/** A candidate that is not shown. */
export interface Omission {
  /** URI of what it would have been taken from. */
  readonly source: string;
  /** Present for lines of a file. */
  readonly location?: RepositoryLines;
  /** What it would have cost. */
  readonly tokens: number;
  /** Why it is not shown. */
  readonly reason: OmissionReason;
}

/** Something the reader of a bundle should know about how it was made. */
export interface Note {
  /** What it is about, for programs; lower-case words joined by hyphens. */
  readonly code: string;
  /** One sentence for people. */
  readonly message: string;
}

/**
 * What became of a request:
 * - `provided`: its text is shown;
 * - `not_found`: there is no such file, document or range;
 * - `excluded`: a rule leaves it out;
 * - `outside_root`: it is not in the tree;
 * - `limit`: there were too many requests or rounds, or the budget is spent;
 * - `already_present`: the session holds the same text.
 */
export type RequestOutcomeName =
  | "provided"
  | "not_found"
  | "excluded"
  | "outside_root"
  | "limit"
  | "already_present";

/** A request of an agent and what became of it. */
export interface RequestOutcome {
  /** The request as a line of its own, such as `NEED_CODE: src/a.ts:1-20`. */
  readonly request: string;
  /** What became of it. */
  readonly outcome: RequestOutcomeName;
  /** One sentence for the agent. */
  readonly message: string;
}

/** What an agent says at the end of its turn: a worker that it is done or stuck, a reviewer its ruling. */
export type EndSignalName = "ISSUE_COMPLETE" | "BLOCKED" | "APPROVED" | "CHANGES_REQUESTED";

/** How an agent ended its turn. */
export interface EndSignal {
  /** What it says. */
  readonly signal: EndSignalName;
  /** What it says behind a colon; absent when that is nothing. */
  readonly reason?: string;
  /** Line of the text that it stands on, 1-based. */
  readonly line: number;
}

/** The profile that a bundle is asked for with; what it says is among the fragments. */
export interface BundleProfile {
  /** Its path below the folder of profiles, without extension. */
  readonly id: string;
  /** What it was given, and what stands for the rest. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Ids of the profiles that it extends and its own, the root first. */
  readonly chain: readonly string[];
  /** Id of the hook that gave it its parent, if one did and has an id. */
  readonly route?: string;
}

/** The names that a caller guessed, each in the order given. */
export interface GuessedNames {
  /** Those that occur in the tree, in any case, with any separators and endings; of a path, each word. */
  readonly matched: readonly string[];
  /** Those that do not occur as a whole; the words in them may. */
  readonly unmatched: readonly string[];
}

/** Fragments, notes and omissions that fit a budget, before rendering. */
export interface Bundle {
  /** {@link BUNDLE_VERSION}. */
  readonly version: typeof BUNDLE_VERSION;
  /** The task or question as it was given. */
  readonly query: string;
  /** The task, when the query is one that a tracker holds. */
  readonly issue?: Issue;
  /** How much is said of the task, and why so much. */
  readonly plan?: CompletedPlan;
  /** What the question is after, which decides what comes first, and what tells it. */
  readonly question?: ClassifiedQuestion;
  /** Which of the names that the caller guessed the tree has; absent when none were given. */
  readonly names?: GuessedNames;
  /** The profile, when it was asked for with one. */
  readonly profile?: BundleProfile;
  /** The session that the bundle is for. */
  readonly session?: string;
  /** Number of its injection record, by which the log knows it; not part of the hash. */
  readonly record?: number;
  /** What became of the attempt before, as far as it is told. */
  readonly retry?: Retry;
  /** How the agent ended its turn, when the bundle answers its text and it said so. */
  readonly signals?: readonly EndSignal[];
  /** Commands that build and test the project, for the prompt of a task. */
  readonly commands?: readonly string[];
  /** What became of an agent's requests, when the bundle answers some. */
  readonly outcomes?: readonly RequestOutcome[];
  /** Absolute path of the folder that was searched; of several the innermost that all are in. */
  readonly root: string;
  /** The repositories that were searched, in the order given; absent where there is one. */
  readonly repositories?: readonly BundleRepository[];
  /** What may be spent and what is. */
  readonly budget: BundleBudget;
  /** The state of the index that answered. */
  readonly index: BundleIndex;
  /** What each source of context might spend, in the order of the fragments. */
  readonly sections: readonly BundleSection[];
  /** What is shown, section by section, each best first. */
  readonly fragments: readonly Fragment[];
  /** What is not shown, best first. */
  readonly omitted: readonly Omission[];
  /** What else the reader should know. */
  readonly notes: readonly Note[];
  /** SHA-256 of the `bundleHashInput()` of this bundle, in lower-case hexadecimal. */
  readonly hash: string;
}

/** A bundle before its hashes are computed. */
export interface UnhashedBundle extends Omit<Bundle, "hash" | "fragments"> {
  /** As of {@link Bundle}. */
  readonly fragments: readonly UnhashedFragment[];
}
