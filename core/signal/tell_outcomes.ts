import type { RequestRuling } from "./request_ruling.ts";

/** Requests above the limit that are told one by one; an agent may write thousands. */
const MAX_TOLD_LIMITS = 5;

/**
 * Returns one line for each request that says what became of it, such as
 * `not_found: NEED_CODE: src/b.ts: Cannot provide "src/b.ts" as there is no such file`.
 *
 * When more than a few are above the limit, one last line says how many more there are. No line is a
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
