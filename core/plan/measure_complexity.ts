/**
 * Measure of the complexity of a task, from 0 (a word in one file) to 1 (a change across the tree). The size of
 * its bundle depends on it, as long prompts hurt even when all of the text is relevant.
 *
 *     part    weight  value, from 0 to 1
 *     files     .35   files of the manifest, or that the issue names: 8 or more are 1
 *     spread    .25   folders of these files beyond the first: 4 or more are 1
 *     words     .25   words such as "refactor" less words such as "typo": 3 or more are 1
 *     length    .15   tokens of the description: 600 or more are 1
 *
 * @module
 */

import { type Issue, issueText, type WorkManifest } from "../issue/issue.ts";
import { type ParsedQuery, parseQuery } from "../query/parse_query.ts";
import { explainProduct, explainSum, explainValue, type Explanation } from "../rank/explanation.ts";
import { countChars4 } from "../text/count_tokens.ts";
import { querySymbols, type WeightedSymbol } from "../query/query_symbols.ts";

/** Part of the complexity of a task. */
export type ComplexityPart = "files" | "spread" | "words" | "length";

/** Complexity of a task, and the evidence for it. */
export interface TaskComplexity {
  /** From 0 to 1: the weighted sum of the parts. */
  readonly value: number;
  /** Each part from 0 to 1, before its weight. */
  readonly parts: Readonly<Record<ComplexityPart, number>>;
  /** Files of the manifest, or else files that the issue names; each once, in order. */
  readonly files: readonly string[];
  /** Number of the folders of these files. */
  readonly folders: number;
  /** Words of the issue for a change across the tree, in the order of the list. */
  readonly crossWords: readonly string[];
  /** Words of the issue for a small change, in the order of the list. */
  readonly localWords: readonly string[];
  /** Tokens of the description, at four characters each. */
  readonly descriptionTokens: number;
}

/** Values that a caller of {@link measureComplexity} may have already. */
export interface ComplexityOptions {
  /** Result of `parseQuery(issueText(issue))`. */
  readonly parsed?: ParsedQuery;
  /** Files of the tree that the issue names. @default all paths in its text */
  readonly namedFiles?: readonly string[];
}

/** Weight of each part; they add up to 1. */
const COMPLEXITY_WEIGHTS: Readonly<Record<ComplexityPart, number>> = {
  files: 0.35,
  spread: 0.25,
  words: 0.25,
  length: 0.15,
};

/** Number of files that counts in full. */
const FULL_FILES = 8;

/** Number of folders beyond the first that counts in full. */
const FULL_FURTHER_FOLDERS = 4;

/** Wide words minus local words that count in full. */
const FULL_WORDS = 3;

/** Tokens of a description that count in full. */
const FULL_LENGTH = 600;

/** Words for changes across a tree. */
const CROSS_WORDS: readonly string[] = [
  "refactor",
  "migrate",
  "rename",
  "architecture",
  "protocol",
  "interface",
  "api",
  "across",
  "everywhere",
  "all",
];

/** Words for changes in one place. */
const LOCAL_WORDS: readonly string[] = [
  "typo",
  "comment",
  "readme",
  "wording",
  "bump",
  "log message",
];

const WORD_REGEXP = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:${
    [...CROSS_WORDS, ...LOCAL_WORDS].join("|").replace(" ", "\\s+")
  })(?![\\p{L}\\p{N}_])`,
  "giu",
);
const WHITE_SPACE_REGEXP = /\s+/g;

/** Number of decimals of a complexity. Rounding makes .1 + .2 equal to .3. */
const DECIMALS = 12;

/**
 * Returns the complexity of a task and the evidence for it. Each word counts once, as a whole word
 * and in any case, in the title and the description, outside of code blocks.
 */
export function measureComplexity(
  issue: Issue,
  { parsed = parseQuery(issueText(issue)), namedFiles }: ComplexityOptions = {},
): TaskComplexity {
  const planned = manifestFiles(issue.manifest);
  const files = planned.length > 0 ? planned : [...new Set(namedFiles ?? namedPaths(parsed))];
  const folders = new Set(files.map(folderOf)).size;
  const words = wordsIn(parsed);
  const crossWords = CROSS_WORDS.filter((word) => words.has(word));
  const localWords = LOCAL_WORDS.filter((word) => words.has(word));
  const descriptionTokens = countChars4(issue.description);
  const parts = {
    files: share(files.length, FULL_FILES),
    spread: share(folders - 1, FULL_FURTHER_FOLDERS),
    words: share(crossWords.length - localWords.length, FULL_WORDS),
    length: share(descriptionTokens, FULL_LENGTH),
  };
  const sum = Object.entries(COMPLEXITY_WEIGHTS)
    .reduce((total, [part, weight]) => total + weight * parts[part as ComplexityPart], 0);
  const value = Number(sum.toFixed(DECIMALS));
  return { value, parts, files, folders, crossWords, localWords, descriptionTokens };
}

/** Returns the complexity of a task as a tree that adds up. */
export function explainComplexity(complexity: TaskComplexity): Explanation {
  const { files, folders, crossWords, localWords, descriptionTokens } = complexity;
  const part = (name: ComplexityPart, description: string) =>
    explainProduct(`${name}: ${description}`, [
      explainValue("weight", COMPLEXITY_WEIGHTS[name]),
      explainValue("share", complexity.parts[name]),
    ]);
  return explainSum("complexity", [
    part("files", `${files.length}, at most ${FULL_FILES} count`),
    part("spread", `${folders} folders, at most ${FULL_FURTHER_FOLDERS + 1} count`),
    part("words", `wide: ${quoted(crossWords)}, local: ${quoted(localWords)}`),
    part("length", `${descriptionTokens} tokens, at most ${FULL_LENGTH} count`),
  ]);
}

function share(value: number, full: number): number {
  return Math.min(Math.max(value, 0), full) / full;
}

/**
 * Returns the files that an agent may edit or read; forbidden ones do not increase the complexity.
 */
function manifestFiles(manifest: WorkManifest | undefined): string[] {
  return manifest === undefined ? [] : [...new Set([...manifest.primary, ...manifest.read])];
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Returns the words of both lists in the author's text, in lower case. */
function wordsIn({ text, lines }: ParsedQuery): ReadonlySet<string> {
  const prose = lines.filter(({ fenced }) => !fenced)
    .map(({ start, end }) => text.slice(start, end)).join("\n");
  return new Set(
    Array.from(
      prose.matchAll(WORD_REGEXP),
      ([word]) => word.toLowerCase().replace(WHITE_SPACE_REGEXP, " "),
    ),
  );
}

function quoted(words: readonly string[]): string {
  return words.length === 0 ? "none" : words.map((word) => `"${word}"`).join(" ");
}

/** Symbols and files that an issue names. */
export interface IssueIdentifiers {
  /** Names in code spans, in camel and snake case, and of calls; each once, highest weight first. */
  readonly symbols: readonly WeightedSymbol[];
  /** Files in order of mention, each once, without `./` in front. */
  readonly paths: readonly string[];
}

const HERE_REGEXP = /^(?:\.\/)+/;

/**
 * Returns the symbols and files that an issue names.
 *
 * @param parsed Result of `parseQuery(issueText(issue))`.
 */
export function issueIdentifiers(parsed: ParsedQuery): IssueIdentifiers {
  return { symbols: querySymbols(parsed), paths: namedPaths(parsed) };
}

/** Returns the files that an issue names, in order of mention, each once, without `./` in front. */
export function namedPaths({ paths }: ParsedQuery): readonly string[] {
  const files = paths.filter(({ folder }) => !folder);
  return [...new Set(files.map(({ path }) => path.replace(HERE_REGEXP, "")))];
}
