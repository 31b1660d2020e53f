import { agreement, matchName, type NameMatch, nameTerms, NO_MATCH } from "./name_match.ts";
import type { QueryProfile } from "./query_profile.ts";

/** Characters that a stem shares with every word it stands for, at most; endings may change. */
const MAX_PREFIX_LENGTH = 5;
const MIN_PREFIX_LENGTH = 2;

const META_REGEXP = /[^\p{L}\p{N}]/gu;

/**
 * Returns a function that gives the best match among the names a file defines: the one with the
 * highest product of coverage and precision.
 *
 * Names are looked at closely only when they hold the beginning of a term: of the thousands that the
 * candidates of a query define, a few do.
 *
 * @example
 * ```ts
 * import { openDefinitionMatcher, profileQuery } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const term = { term: "retri", count: 1, position: 0, part: false, pieces: [], weight: 1 };
 * const match = openDefinitionMatcher(profileQuery([term]));
 * assert.deepEqual(match("send_all\nretry_upload\nretry"), { coverage: 1, precision: 1 });
 * assert.deepEqual(match("send_all"), { coverage: 0, precision: 0 });
 * ```
 */
export function openDefinitionMatcher(query: QueryProfile): (names: string) => NameMatch {
  const prefixes = [...query.weights.keys()].map((term) =>
    term.slice(0, Math.min(MAX_PREFIX_LENGTH, Math.max(MIN_PREFIX_LENGTH, term.length - 1)))
      .replaceAll(META_REGEXP, "")
  );
  if (prefixes.length === 0) return () => NO_MATCH;
  const candidates = new RegExp(`^.*(?:${[...new Set(prefixes)].join("|")}).*$`, "gimu");
  const known = new Map<string, NameMatch>();
  const matchOf = (name: string) => {
    let match = known.get(name);
    if (match === undefined) known.set(name, match = matchName(nameTerms(name), query));
    return match;
  };
  return (names) => {
    let best = NO_MATCH;
    for (const [name] of names.matchAll(candidates)) {
      const match = matchOf(name);
      if (agreement(match) > agreement(best)) best = match;
    }
    return best;
  };
}
