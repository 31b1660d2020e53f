import { exp, log2 } from "@dossier/core/math";
import type { QueryStrength } from "@dossier/core/rank";
import { findIssueIds } from "./hook_block.ts";
import WEIGHTS from "./prompt_weights.json" with { type: "json" };

/**
 * Weights of a logistic function for the chance that a prompt needs context of a tree, by its text
 * and by the tree's matches. Fitted to 150 prompts in six languages about six trees; see
 * training/prompts/README.md.
 */
const NEED = { bias: -2.75, odds: 0.908, words: 0.141, meaning: 2.39, name: 1.75 };

/** Odds of a text below which no tree makes a need likely. */
const MIN_TEXT_ODDS = -3;

/** A command of the host, which the agent does not get as written. */
const HOST_COMMAND_REGEXP = /^\/[a-z][\w:-]*(?=\s|$)/;

/**
 * Returns the chance that a prompt needs context of a tree: high for a task, a question about the
 * code or an error; low for talk with the agent about its work.
 *
 * @param words The user's own text; see `readUserWords()`.
 * @param strength Strength of the tree's matches; undefined for a prompt without words.
 */
export function estimatePromptNeed(words: string, strength: QueryStrength | undefined): number {
  if (strength === undefined) return 0;
  const odds = NEED.bias + NEED.odds * computePromptOdds(words, PROMPT_MODEL) +
    NEED.words * strength.words + NEED.meaning * strength.meaning + NEED.name * strength.name;
  return 1 / (1 + exp(-odds));
}

/**
 * Returns true when a prompt may need context of some tree, by its text alone, also when it may
 * name an issue.
 */
export function mayNeedContext(words: string): boolean {
  if (words === "" || HOST_COMMAND_REGEXP.test(words)) return false;
  return findIssueIds(words).length > 0 || computePromptOdds(words, PROMPT_MODEL) >= MIN_TEXT_ODDS;
}

/** A linear model of the need of prompts. */
export interface PromptModel {
  /**
   * One character for each feature: its weight is the code minus {@link WEIGHT_ZERO}, times the
   * scale.
   */
  readonly weights: string;
  readonly scale: number;
  readonly bias: number;
}

/** Code of the character for the weight zero: the alphabet is `0` to `o`. */
export const WEIGHT_ZERO = 80;

/** Maximum number of steps of a weight above and below zero. */
export const WEIGHT_STEPS = 31;

/** The model, trained by `deno task train:prompts`; see training/prompts/README.md. */
export const PROMPT_MODEL: PromptModel = { ...WEIGHTS, weights: WEIGHTS.weights.join("") };

/**
 * Returns the logarithm of the odds that a prompt is about a repository, by its text alone: a task,
 * a question about the code or an error; not talk with the agent about its work. It is the sum of
 * the weights of its features divided by the square root of their number, so that long prompts are
 * no surer than short ones.
 */
export function computePromptOdds(prompt: string, { weights, scale, bias }: PromptModel): number {
  const features = extractPromptFeatures(prompt);
  const sum = features.reduce((sum, at) => sum + weights.charCodeAt(at) - WEIGHT_ZERO, 0);
  return bias + scale * sum / Math.sqrt(features.length + 1);
}

/**
 * Number of features: each is the hash of a word, of two neighbours or of a few letters, modulo
 * this.
 */
export const PROMPT_FEATURES = 32_768;

/**
 * Maximum number of UTF-16 code units of a prompt that are read: the wish of a user is at the
 * start.
 */
const MAX_READ = 1000;

/** Words, question marks and exclamation marks. */
const WORD_REGEXP = /[\p{L}\p{M}\p{N}]+|[?!]/gu;

/** Scripts without spaces between words. */
const UNSPACED_REGEXP = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Returns the features of a prompt as distinct numbers below {@link PROMPT_FEATURES}: its words,
 * pairs of neighbours, runs of three and four letters (of unspaced scripts one to three), the first
 * word, and the logarithm of the number of words.
 */
export function extractPromptFeatures(prompt: string): readonly number[] {
  const text = prompt.slice(0, MAX_READ).normalize("NFKC").toLowerCase().replaceAll(
    /\p{Nd}/gu,
    "0",
  );
  const found = new Set<number>();
  const add = (feature: string) => void found.add(hashFeature(feature));
  const words = (text.match(WORD_REGEXP) ?? []).map((word) => {
    if (UNSPACED_REGEXP.test(word)) {
      for (const run of listRuns(word, [1, 2, 3])) add(`u${run}`);
      return "u";
    }
    add(`w${word}`);
    for (const run of listRuns(`^${word}$`, [3, 4])) add(`c${run}`);
    return word;
  });
  for (let at = 0; at <= words.length; at++) {
    add(`b${words[at - 1] ?? "^"} ${words[at] ?? "$"}`);
  }
  if (words.length > 0) add(`f${words[0]}`);
  add(`n${Math.min(8, Math.trunc(2 * log2(words.length + 1)))}`);
  return [...found];
}

function* listRuns(word: string, lengths: readonly number[]): Generator<string> {
  for (const length of lengths) {
    for (let at = 0; at + length <= word.length; at++) yield word.slice(at, at + length);
  }
}

/** Returns the FNV-1a hash of the code units, of 32 bits, modulo the number of features. */
function hashFeature(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return ((hash ^ (hash >>> 15)) >>> 0) % PROMPT_FEATURES;
}
