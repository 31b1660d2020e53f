import { openSpellings } from "./spelling.ts";

/** A name that is asked for, with the names that it is said to be in. */
export interface AskedName {
  /** The name as it is written. */
  readonly name: string;
  /** The names it is in, from the outermost; empty for a single name. */
  readonly qualifiers: readonly string[];
}

/** How a label and a name agree, from not at all to letter for letter with all that it is in. */
export const LABEL_MATCH = {
  none: 0,
  /** The label is what the name is said to be in: the chunk may hold more than what it is called after. */
  container: 1,
  /** The label's own name is spelt in another way: in other case, with `_`, in the plural. */
  spelling: 2,
  /** It is the same name, in something else than was said. */
  name: 3,
  /** So is what the name is said to be in, as far as both tell. */
  end: 4,
  /** It is the name with all that it is said to be in, and nothing else. */
  whole: 5,
} as const;

/** What Ruby and Elixir may put behind a name, and sentences too. */
const MARK_REGEXP = /[?!]$/;

/**
 * Returns a function that says how well the label of a chunk, such as `Router.add`, agrees with a name that
 * is asked for: one of the numbers of {@link LABEL_MATCH}, the higher the better.
 *
 * @example
 * ```ts
 * import { openLabelMatcher } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const match = openLabelMatcher({ name: "add", qualifiers: ["Router"] });
 * assert.equal(match("Router.add"), 5);
 * assert.equal(match("http.Router.add"), 4);
 * assert.equal(match("Queue.add"), 3);
 * assert.equal(match("Router.ADD"), 2);
 * assert.equal(match("Router.addAll"), 0);
 * ```
 */
export function openLabelMatcher({ name, qualifiers }: AskedName): (label: string) => number {
  const spellings = openSpellings(name);
  const start = new RegExp(`^${spellings.start}`, "i");
  return (label) => {
    const names = label.replace(MARK_REGEXP, "").split(".");
    const own = names.at(-1)!;
    if (own !== name) {
      if (start.test(own) && spellings.has(own)) return LABEL_MATCH.spelling;
      return own === qualifiers.at(-1) ? LABEL_MATCH.container : LABEL_MATCH.none;
    }
    return matchContainer(names.slice(0, -1), qualifiers);
  };
}

/** Returns how well what a label's name is in agrees with what it is said to be in. */
function matchContainer(container: readonly string[], qualifiers: readonly string[]): number {
  // Either may leave out what is further out.
  const shared = Math.min(container.length, qualifiers.length);
  if (shared === 0 && qualifiers.length > 0) return LABEL_MATCH.name;
  for (let i = 1; i <= shared; i++) {
    if (container.at(-i) !== qualifiers.at(-i)) return LABEL_MATCH.name;
  }
  return container.length === qualifiers.length ? LABEL_MATCH.whole : LABEL_MATCH.end;
}
