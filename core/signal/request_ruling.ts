import type { RequestOutcomeName } from "../pack/bundle.ts";
import type { RequestRange } from "./request_lookups.ts";
import type { Signal } from "./signal.ts";

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
