import type { RequestRange } from "./request_lookups.ts";
import type { Signal } from "./signal.ts";

/**
 * What becomes of a request:
 * - `provided`: the text is in the answer, or the right to edit is granted;
 * - `not_found`: there is no such file, document or line;
 * - `excluded`: a rule leaves it out, the work manifest forbids it, or another task edits it;
 * - `outside_root`: it lies outside the tree;
 * - `limit`: it is one too many for this round, or the round is one too many for this session;
 * - `already_present`: the session holds it, or has the right to edit it.
 */
export type RequestOutcomeName =
  | "provided"
  | "not_found"
  | "excluded"
  | "outside_root"
  | "limit"
  | "already_present";

/** What was decided, before it is known for which request. */
export interface RequestRuling {
  /** What becomes of the request. */
  readonly outcome: RequestOutcomeName;
  /** One sentence for the agent, on one line. */
  readonly message: string;
  /** Path of the file that was meant, relative to the root, when one was found. */
  readonly path?: string;
  /** Lines to show, when text is provided; absent for the right to edit and for an empty file. */
  readonly range?: RequestRange;
}

/** Returns what is decided when nothing is provided: half a sentence says why. */
export function refuse(
  outcome: RequestOutcomeName,
  { target }: Signal,
  why: string,
): RequestRuling {
  return { outcome, message: `Cannot provide "${target}" as ${why}` };
}
