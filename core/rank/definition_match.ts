import { openSpellings } from "./spelling.ts";

/** What a definition is worth that is the same name in another spelling. */
const OTHER_SPELLING = 0.5;

/** What Ruby and Elixir may put behind a name. */
const END_MARK_REGEXP = /[?!]$/;

/**
 * Returns a function that says whether a file defines a name: 1 when it does letter for letter, .5 when in
 * another spelling (in other case, with `_`, in the plural), else 0.
 *
 * @example
 * ```ts
 * import { openDefinitionMatcher } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const match = openDefinitionMatcher("MediaType");
 * assert.equal(match("Request\nMediaType"), 1);
 * assert.equal(match("Request\nmedia_types"), 0.5);
 * assert.equal(match("Request\nMediaTypeList"), 0);
 * ```
 */
export function openDefinitionMatcher(name: string): (definitions: string) => number {
  const spellings = openSpellings(name);
  const similar = new RegExp(`^(?:.*\\.)?${spellings.start}.*$`, "gim");
  return (definitions) => {
    let best = 0;
    for (const [line] of definitions.matchAll(similar)) {
      const own = line.slice(line.lastIndexOf(".") + 1).replace(END_MARK_REGEXP, "");
      if (own === name) return 1;
      if (best === 0 && spellings.has(own)) best = OTHER_SPELLING;
    }
    return best;
  };
}
