import { decodeName } from "./document_names.ts";
import { agreement, matchName, type NameMatch, NO_MATCH } from "./name_match.ts";
import type { QueryProfile } from "./query_profile.ts";

/** How the names of a document and a query agree. */
export interface NamesMatch {
  /** The name by which the file is known. */
  readonly name: NameMatch;
  /** The definition with the highest product of coverage and precision. */
  readonly definition: NameMatch;
}

/** What may have a meaning of its own in a pattern; few terms have any, such as that of "⑴". */
const META_REGEXP = /[^\p{L}\p{N}\p{M}]/u;

/**
 * Returns a function that compares a query with the names of a document, as `encodeNames` wrote them.
 * Of the definitions only those are looked at that hold a term of the query.
 *
 * @example
 * ```ts
 * import { encodeNames, openNamesMatcher, profileQuery } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const term = { term: "retri", count: 1, position: 0, part: false, pieces: [], weight: 1 };
 * const match = openNamesMatcher(profileQuery([term]));
 * const { definition, name } = match(encodeNames({ path: "a.py", definitions: ["send", "retry"] }));
 * assert.deepEqual(definition, { coverage: 1, precision: 1 });
 * assert.deepEqual(name, { coverage: 0, precision: 0 });
 * ```
 */
export function openNamesMatcher(query: QueryProfile): (names: string) => NamesMatch {
  const terms = [...query.weights.keys()].filter((term) => !META_REGEXP.test(term));
  const telling = terms.length === 0
    ? undefined
    : new RegExp(`^(?:.*[ =])?(?:${terms.join("|")})(?: .*)?$`, "gm");
  return (names) => {
    const found = names.indexOf("\n");
    const end = found === -1 ? names.length : found;
    return {
      name: matchName(decodeName(names.slice(0, end)), query),
      definition: telling === undefined ? NO_MATCH : matchBest(names.slice(end + 1), telling),
    };
  };

  function matchBest(lines: string, telling: RegExp): NameMatch {
    let best = NO_MATCH;
    for (const [line] of lines.matchAll(telling)) {
      const match = matchName(decodeName(line), query);
      if (agreement(match) > agreement(best)) best = match;
    }
    return best;
  }
}
