import { analyzeWord } from "../text/analyze.ts";

/** Letters that every spelling of a name begins with; stems may differ from names behind them. */
const SAME_LETTERS = 3;

/** Anything but letters and numbers. */
const MARKS_REGEXP = /[^\p{L}\p{N}]/gu;

/**
 * Returns what tells the spellings of a name from other names: they have the same index term, as
 * `mediaTypes` and `MEDIA_TYPE`.
 */
function openSpellings(name: string) {
  const [term] = analyzeWord(name);
  const letters = [...name.replace(MARKS_REGEXP, "")].slice(0, SAME_LETTERS);
  return {
    /** Source of a pattern that all of them begin with: to take every name apart would take too long. */
    start: `[_$]*${letters.join("[_$-]*")}`,
    /** Returns whether a name that begins so is one of them. */
    has: (other: string) => term !== undefined && analyzeWord(other)[0] === term,
  };
}

/** What a definition is worth that is the same name in another spelling. */
const OTHER_SPELLING = 0.5;

/** A mark that Ruby and Elixir may put behind a name, and sentences too. */
const END_MARK_REGEXP = /[?!]$/;

/**
 * Returns a function that says whether a file defines a name: 1 when it does letter for letter, .5 when in
 * another spelling (in other case, with `_`, in the plural), else 0.
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

/** A name that is asked for, with the names that it is said to be in. */
export interface AskedName {
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

/**
 * Returns a function that says how well the label of a chunk, such as `Router.add`, agrees with a name that
 * is asked for: one of the numbers of {@link LABEL_MATCH}, the higher the better.
 */
export function openLabelMatcher({ name, qualifiers }: AskedName): (label: string) => number {
  const spellings = openSpellings(name);
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
