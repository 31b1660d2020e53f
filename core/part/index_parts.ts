import { analyzeWord } from "../text/analyze.ts";
import { listNamesInText } from "../text/scan_names.ts";
import { createWordCache } from "../text/word_cache.ts";
import type { Part } from "./cut_parts.ts";

/** Names in the parts of a file, independent of any query. */
export interface PartIndex {
  /** Distinct names of the text, each with its number. */
  readonly names: ReadonlyMap<string, number>;
  readonly occurrences: NameOccurrences;
  readonly parts: readonly PartNames[];
  /**
   * Terms of its names. They are indexed at the second query, as this takes longer than one query.
   */
  readonly terms?: PartTerms;
}

/**
 * For each name of a file, the parts that contain it and its frequency in each part. The names
 * follow each other.
 */
export interface NameOccurrences {
  /**
   * Index of the first occurrence of each name, by its number; the last entry is the end of all.
   */
  readonly starts: Uint32Array;
  /** Numbers of the parts. */
  readonly parts: Uint32Array;
  /** Frequency of the name in each part. */
  readonly counts: Uint32Array;
}

/** Terms of the names of a file. */
interface PartTerms {
  /** Numbers of the names with each term, each as often as it has the term. */
  readonly names: ReadonlyMap<string, readonly number[]>;
  /** Positions of each term among the distinct terms of the heads of a part. */
  readonly heads: TermPositions;
  /** The same for the name of a part's container. */
  readonly containers: TermPositions;
}

/** For each term the number of each part with the term and its position there, alternating. */
export type TermPositions = ReadonlyMap<string, readonly number[]>;

/** Facts of the text of a part, independent of any query. */
interface PartNames {
  /** Number of names, each as often as it occurs. */
  readonly length: number;
  /** Names in its heads. */
  readonly head: readonly string[];
  /** Names in the name of its container. */
  readonly container: readonly string[];
  /** True when it imports or exports definitions of other files. */
  readonly isImports: boolean;
}

const IMPORTS_REGEXP = /^\s*(?:import|from|use|using|require|package|#include|export [{*])/m;

/** Indexes of parts, kept as long as the parts: indexing takes ten times as long as a query. */
const KNOWN = new WeakMap<readonly Part[], PartIndex>();

/**
 * Returns the index of the names in the parts of a text; the same parts must always be of the same
 * lines.
 */
export function indexParts(
  { lines, parts }: { readonly lines: readonly string[]; readonly parts: readonly Part[] },
): PartIndex {
  const known = KNOWN.get(parts);
  if (known !== undefined) {
    const withTerms = known.terms ? known : { ...known, terms: indexTerms(known) };
    KNOWN.set(parts, withTerms);
    return withTerms;
  }
  const names = new Map<string, number>();
  const numbersByPart: Uint32Array[] = [];
  const partNames = parts.map(({ startLine, endLine, kind, head, container }): PartNames => {
    const text = lines.slice(startLine - 1, endLine).join("\n");
    const numbers = numberNames(listNamesInText(text), names);
    numbersByPart.push(numbers);
    return {
      length: numbers.length,
      head: listNamesInText(head),
      container: listNamesInText(container),
      isImports: kind === "block" && IMPORTS_REGEXP.test(text),
    };
  });
  const found = {
    names,
    occurrences: indexNameOccurrences(numbersByPart, names.size),
    parts: partNames,
  };
  KNOWN.set(parts, found);
  return found;
}

/** Returns the numbers of names; new names get the next free numbers. */
function numberNames(all: readonly string[], known: Map<string, number>): Uint32Array {
  const numbers = new Uint32Array(all.length);
  for (let i = 0; i < all.length; i++) {
    let number = known.get(all[i]!);
    if (number === undefined) {
      number = known.size;
      known.set(all[i]!, number);
    }
    numbers[i] = number;
  }
  return numbers;
}

/**
 * Returns the occurrences of all names.
 *
 * @param numbersByPart Numbers of the names of each part, each as often as it occurs.
 */
function indexNameOccurrences(standing: readonly Uint32Array[], size: number): NameOccurrences {
  const starts = new Uint32Array(size + 1);
  /** Number of the last part with each name so far, counted from 1. */
  const last = new Uint32Array(size);
  standing.forEach((numbers, part) => {
    for (let at = 0; at < numbers.length; at++) {
      const name = numbers[at]!;
      if (last[name] === part + 1) continue;
      last[name] = part + 1;
      starts[name + 1]!++;
    }
  });
  for (let name = 0; name < size; name++) starts[name + 1]! += starts[name]!;
  const next = starts.slice(0, size);
  const parts = new Uint32Array(starts[size]!);
  const counts = new Uint32Array(parts.length);
  last.fill(0);
  standing.forEach((numbers, part) => {
    for (let at = 0; at < numbers.length; at++) {
      const name = numbers[at]!;
      if (last[name] !== part + 1) {
        last[name] = part + 1;
        parts[next[name]!++] = part;
      }
      counts[next[name]! - 1]!++;
    }
  });
  return { starts, parts, counts };
}

function indexTerms({ names, parts }: PartIndex): PartTerms {
  const found = new Map<string, number[]>();
  for (const [name, number] of names) {
    for (const term of listNameTerms(name)) add(found, term, number);
  }
  return {
    names: found,
    heads: indexTermPositions(parts.map(({ head }) => head)),
    containers: indexTermPositions(parts.map(({ container }) => container)),
  };
}

function indexTermPositions(names: readonly (readonly string[])[]): TermPositions {
  const positions = new Map<string, number[]>();
  names.forEach((each, part) => {
    let position = 0;
    for (const term of new Set(each.flatMap(listNameTerms))) add(positions, term, part, position++);
  });
  return positions;
}

function add(lists: Map<string, number[]>, key: string, ...numbers: readonly number[]): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [...numbers]);
  else known.push(...numbers);
}

const ASCII_REGEXP = /^[\0-\x7f]*$/;

/** End of the stem of an English word that the word does not have: `queri` and `possibl`. */
const STEM_END_REGEXP = /(?<=^[a-z]*b)le?$|(?<=^[a-z]+)[ei]$/;

/** Cache of the terms of names, as many files have the same names. */
const termsOf = createWordCache(analyzeWord, { maxWords: 1 << 14 });

function listNameTerms(name: string): readonly string[] {
  return termsOf(name, 0, name.length);
}

/**
 * Returns a function from a name to the numbers of the given terms that occur in it, in the order
 * of occurrence, with repetitions.
 *
 * Few names have any of the terms, and analyzing all names takes most of the time of a process that
 * answers one question. So a name is analyzed only if one of its parts begins like a word of a
 * term.
 */
export function createTermFinder(terms: readonly string[]): (name: string) => readonly number[] {
  const numbers = new Map(terms.map((term, i) => [term, i]));
  const starts = terms.filter((term) => ASCII_REGEXP.test(term)).map(startOf);
  const mayHave = new RegExp(["[^\\0-\\x7f]", ...starts].join("|"));
  return (name) => {
    if (!mayHave.test(name)) return NONE;
    return listNameTerms(name).flatMap((term) => numbers.get(term) ?? []);
  };
}

const NONE: readonly number[] = [];

/**
 * Returns the source of a pattern for the start of the words of a term in a name: a capital, or a
 * letter that follows no letter. A term of several parts may contain separators.
 */
function startOf(term: string): string {
  const [first = "", ...others] = term.replace(STEM_END_REGEXP, "");
  const capital = first.toUpperCase();
  const start = first === capital ? first : `(?:(?<![A-Za-z])${first}|${capital})`;
  const rest = others.map((letter) => {
    const upper = letter.toUpperCase();
    return letter === upper ? letter : `[${letter}${upper}]`;
  });
  return [start, ...rest].join("[-_$]*");
}

/** Maximum number of parts that define a name for which its uses count as evidence. */
const MAX_DEFINING = 3;

/**
 * Returns for each part the numbers of the parts whose names it contains.
 *
 * @param owners All parts, in the order of the files.
 */
export function linkParts(
  owners: readonly { readonly part: Part }[],
  files: readonly PartIndex[],
): readonly (readonly number[])[] {
  const defining = new Map<string, number[]>();
  owners.forEach(({ part }, i) => {
    if (part.kind !== "definition" || part.isContinuation) return;
    for (const name of part.names) if (name.length >= 3) add(defining, name, i);
  });
  for (const [name, { length }] of defining) if (length > MAX_DEFINING) defining.delete(name);
  const uses: (readonly number[])[] = new Array(owners.length).fill(NONE);
  let first = 0;
  for (const { names, occurrences: { starts, parts: holding }, parts } of files) {
    for (const [name, others] of defining) {
      const number = names.get(name);
      if (number === undefined) continue;
      for (let at = starts[number]!; at < starts[number + 1]!; at++) {
        const user = first + holding[at]!;
        if (owners[user]!.part.names.includes(name)) continue;
        uses[user] = [...new Set([...uses[user]!, ...others])];
      }
    }
    first += parts.length;
  }
  return uses;
}
