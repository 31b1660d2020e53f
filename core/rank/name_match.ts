import { analyzeWord } from "../text/analyze.ts";

/**
 * Number of letters that all spellings of a name have in common at the start; stems may differ from
 * names after them.
 */
const SAME_LETTERS = 3;

/** Characters other than letters and numbers. */
const MARKS_REGEXP = /[^\p{L}\p{N}]/gu;

/**
 * Returns a test for the spellings of a name. They have the same index term, such as `mediaTypes`
 * and `MEDIA_TYPE`.
 */
function createSpellings(name: string) {
  const [term] = analyzeWord(name);
  const letters = [...name.replace(MARKS_REGEXP, "")].slice(0, SAME_LETTERS);
  return {
    /**
     * Source of a pattern that matches the start of all of them. Analyzing every name would take
     * too long.
     */
    start: `[_$]*${letters.join("[_$-]*")}`,
    /** Returns true when a name with this start is one of them. */
    has: (other: string) => term !== undefined && analyzeWord(other)[0] === term,
  };
}

/** Value of a definition with the same name in another spelling. */
const OTHER_SPELLING = 0.5;

/** Mark at the end of a name in Ruby and Elixir, and of sentences. */
const END_MARK_REGEXP = /[?!]$/;

/**
 * Returns a function that matches the definitions of a file with a name: 1 for the exact name, .5
 * for another spelling (other case, with `_`, in the plural), else 0.
 */
export function createDefinitionMatcher(name: string): (definitions: string) => number {
  const spellings = createSpellings(name);
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

/** Name with the names of its containers. */
export interface QualifiedName {
  readonly name: string;
  /** Names of its containers, from the outermost; empty for a single name. */
  readonly qualifiers: readonly string[];
}

/**
 * Degrees of agreement of a label with a name, from none to the exact name with all its containers.
 */
export const LABEL_MATCH = {
  none: 0,
  /** The label is the container of the name: the chunk may define more than its label. */
  container: 1,
  /** The label's own name has another spelling: other case, with `_`, in the plural. */
  spelling: 2,
  /** The same name in another container. */
  name: 3,
  /** The same name and containers, as far as both have containers. */
  end: 4,
  /** The same name with exactly the same containers. */
  whole: 5,
} as const;

/**
 * Returns a function that compares the label of a chunk, such as `Router.add`, with a requested
 * name. It returns one of the numbers of {@link LABEL_MATCH}; higher is better.
 */
export function createLabelMatcher({ name, qualifiers }: QualifiedName): (label: string) => number {
  const spellings = createSpellings(name);
  const start = new RegExp(`^${spellings.start}`, "i");
  return (label) => {
    const names = label.replace(END_MARK_REGEXP, "").split(".");
    const own = names.at(-1)!;
    if (own !== name) {
      if (start.test(own) && spellings.has(own)) return LABEL_MATCH.spelling;
      return own === qualifiers.at(-1) ? LABEL_MATCH.container : LABEL_MATCH.none;
    }
    return matchContainer(names.slice(0, -1), qualifiers);
  };
}

/** Returns the agreement of the containers of a label with the requested ones. */
function matchContainer(container: readonly string[], qualifiers: readonly string[]): number {
  // Either may omit outer containers.
  const shared = Math.min(container.length, qualifiers.length);
  if (shared === 0 && qualifiers.length > 0) return LABEL_MATCH.name;
  for (let i = 1; i <= shared; i++) {
    if (container.at(-i) !== qualifiers.at(-i)) return LABEL_MATCH.name;
  }
  return container.length === qualifiers.length ? LABEL_MATCH.whole : LABEL_MATCH.end;
}
