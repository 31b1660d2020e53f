import type { RequestOutcomeName } from "../pack/bundle.ts";
import type { RequestRange } from "./request_lookups.ts";
import type { Signal } from "./signal.ts";

/** A decision without its request. */
export interface RequestRuling {
  /** The outcome. */
  readonly outcome: RequestOutcomeName;
  /** One sentence for the agent, on one line. */
  readonly message: string;
  /** Path of the file that was found, relative to the root. */
  readonly path?: string;
  /** Lines to show, when text is provided; absent for the right to edit and for an empty file. */
  readonly range?: RequestRange;
}

/** Returns a refusal; `why` is half a sentence. */
export function refuse(
  outcome: RequestOutcomeName,
  { target }: Signal,
  why: string,
): RequestRuling {
  return { outcome, message: `Cannot provide "${target}" as ${why}` };
}

/** Most requests above the limit that get a line each; an agent may write thousands. */
const MAX_TOLD_LIMITS = 5;

/**
 * Returns a line with the outcome of each request, such as
 * `not_found: NEED_CODE: src/b.ts: Cannot provide "src/b.ts" as there is no such file`.
 *
 * Requests above the limit get a few lines, and a last one with the number of the others. No line is a
 * request itself.
 */
export function tellOutcomes(
  decisions: readonly (Pick<RequestRuling, "outcome" | "message"> & { readonly request: string })[],
): string[] {
  const lines: string[] = [];
  let limits = 0;
  for (const { outcome, request, message } of decisions) {
    if (outcome === "limit" && ++limits > MAX_TOLD_LIMITS) continue;
    lines.push(`${outcome}: ${request}: ${message}`);
  }
  const more = limits - MAX_TOLD_LIMITS;
  if (more > 0) lines.push(`limit: ${more} more: they are not answered for the same reason`);
  return lines;
}
