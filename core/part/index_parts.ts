import { analyzeWord } from "../text/analyze.ts";
import { namesIn } from "../text/scan_names.ts";
import { createWordCache } from "../text/word_cache.ts";
import type { Part } from "./cut_parts.ts";

/** The names in the parts of a file, for every query. */
export interface PartIndex {
  /** The distinct names of the text, each with its number. */
  readonly names: ReadonlyMap<string, number>;
  readonly occurrences: NameOccurrences;
  readonly parts: readonly PartNames[];
  /** The terms of its names, once it is asked again: to find them all takes longer than one question does. */
  readonly terms?: PartTerms;
}

/** In which parts of a file each name stands, and how often, one name after another. */
export interface NameOccurrences {
  /** Where those of each name begin, by its number; behind the last where they all end. */
  readonly starts: Uint32Array;
  /** The parts, by their numbers. */
  readonly parts: Uint32Array;
  /** How often the name stands in each. */
  readonly counts: Uint32Array;
}

/** The terms of the names of a file. */
interface PartTerms {
  /** The numbers of the names that have each term, as often as they have it. */
  readonly names: ReadonlyMap<string, readonly number[]>;
  /** The places of each term among the distinct ones of the heads of a part. */
  readonly heads: TermPositions;
  /** Likewise of the name of what a part is in. */
  readonly containers: TermPositions;
}

/** By term, the number of each part that has it and its place there, in turn. */
export type TermPositions = ReadonlyMap<string, readonly number[]>;

/** What the text of a part says whatever is asked. */
interface PartNames {
  /** How many names it has, each as often as it occurs. */
  readonly length: number;
  /** The names in its heads. */
  readonly head: readonly string[];
  /** The names in that of what it is in. */
  readonly container: readonly string[];
  /** Whether it imports or exports what others define. */
  readonly isImports: boolean;
}

const IMPORTS_REGEXP = /^\s*(?:import|from|use|using|require|package|#include|export [{*])/m;

/** To index the parts of a file takes ten times as long as to ask them; it lasts as long as they do. */
const KNOWN = new WeakMap<readonly Part[], PartIndex>();

/** Returns the names in the parts of a text; the same parts are always of the same lines. */
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
    const numbers = numberNames(namesIn(text), names);
    numbersByPart.push(numbers);
    return {
      length: numbers.length,
      head: namesIn(head),
      container: namesIn(container),
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

/** Returns the numbers of names; new ones are numbered on from those that are known. */
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

/** @param standing For each part the numbers of its names, each as often as it occurs. */
function indexNameOccurrences(standing: readonly Uint32Array[], size: number): NameOccurrences {
  const starts = new Uint32Array(size + 1);
  /** The part that each name was met in last, counted from 1. */
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
  const places = new Map<string, number[]>();
  names.forEach((each, part) => {
    let place = 0;
    for (const term of new Set(each.flatMap(listNameTerms))) add(places, term, part, place++);
  });
  return places;
}

function add(lists: Map<string, number[]>, key: string, ...numbers: readonly number[]): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [...numbers]);
  else known.push(...numbers);
}

const ASCII_REGEXP = /^[\0-\x7f]*$/;

/** What the stem of an English word may end with that its word has not: `queri` and `possibl`. */
const STEM_END_REGEXP = /(?<=^[a-z]*b)le?$|(?<=^[a-z]+)[ei]$/;

/** The same names stand in many files. */
const termsOf = createWordCache(analyzeWord, { maxWords: 1 << 14 });

function listNameTerms(name: string): readonly string[] {
  return termsOf(name, 0, name.length);
}

/**
 * Returns a function that gives the numbers of those of some terms that a name has, in the order of its
 * analysis and as often.
 *
 * Few names have one, and to analyze them all takes most of the time of a process that answers one question.
 * So a name is looked at only if one of its parts begins as the words of a term do.
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
 * Returns the source of an expression for where the words of a term begin in a name: with a capital, or with
 * a letter behind none. A term of several parts may have what connects them in it.
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

/** Names that more parts define than this say nothing of who uses whom. */
const MAX_DEFINING = 3;

/**
 * Returns for each part the numbers of those whose names stand in it.
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
