import { listContentTokens } from "@dossier/core/text";

/** A sentence of a document, with its first line. */
export interface Sentence {
  /** Path relative to the root. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** The sentence. */
  readonly text: string;
}

/** A sentence of a document about a claim: it agrees or contradicts. */
export interface ClaimFinding extends Sentence {
  /** `said` when it agrees. */
  readonly kind: "said" | "contradicted";
}

/** Minimum share of a claim's words that a sentence about the same subject contains. */
const MIN_SHARE = 0.85;

/** Minimum number of words of a claim that is compared: shorter ones match by chance. */
const MIN_WORDS = 3;

const NUMBER_REGEXP = /\d+(?:[.,:]\d+)*/g;
const NEGATION_REGEXP = /\b(?:not|never|no|without|avoid|cannot|\w+n['\u2019]t)\b/giu;

/**
 * A line that starts a new unit: a heading, an item of a list, a row of a table, a comment's first
 * line.
 */
const START_REGEXP = /^\s*(?:#{1,6}\s|[-*+]\s|\d+[.)]\s|\||>)/;

/** The boundary of two sentences within a paragraph. */
const END_REGEXP = /(?<=[.!?])\s+(?=[\p{Lu}`"'(])/u;

/**
 * Returns the sentences of a document, in order of lines. Items of lists and headings are sentences
 * of their own.
 */
export function listSentences(path: string, lines: readonly string[]): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  let paragraph: string[] = [];
  const end = () => {
    const text = paragraph.join(" ");
    for (const sentence of text.split(END_REGEXP)) {
      if (sentence.trim() !== "") sentences.push({ path, line: start + 1, text: sentence.trim() });
    }
    paragraph = [];
  };
  lines.forEach((line, row) => {
    const isBlank = line.trim() === "";
    if (isBlank || START_REGEXP.test(line)) end();
    if (isBlank) return;
    if (paragraph.length === 0) start = row;
    paragraph.push(line.trim());
  });
  end();
  return sentences;
}

/** Compares claims with the sentences of documents, whose words are split once. */
export class ClaimChecker {
  readonly #sentences: readonly (Sentence & { readonly words: ReadonlySet<string> })[];

  /** @param sentences In the order of the search. */
  constructor(sentences: readonly Sentence[]) {
    this.#sentences = sentences.map((sentence) => ({
      ...sentence,
      words: listClaimWords(sentence.text),
    }));
  }

  /**
   * Returns the first sentence about the subject of a claim. The sentence contradicts the claim
   * when only one of them is negated, or when it has other numbers. Returns undefined when no
   * sentence is about that subject.
   */
  find(claim: string): ClaimFinding | undefined {
    const words = listClaimWords(claim);
    if (words.size < MIN_WORDS) return undefined;
    for (const { words: said, ...sentence } of this.#sentences) {
      if (words.intersection(said).size < MIN_SHARE * words.size) continue;
      const kind = isSameClaim(claim, sentence.text) ? "said" : "contradicted";
      return { ...sentence, kind };
    }
    return undefined;
  }
}

function isSameClaim(claim: string, sentence: string): boolean {
  const numbers = new Set(sentence.match(NUMBER_REGEXP));
  return isNegated(claim) === isNegated(sentence) &&
    (claim.match(NUMBER_REGEXP) ?? []).every((number) => numbers.has(number));
}

/** Returns true for an odd number of negations. */
function isNegated(text: string): boolean {
  return (text.match(NEGATION_REGEXP) ?? []).length % 2 === 1;
}

/** Returns the significant words of a text without its numbers and negations. */
function listClaimWords(text: string): ReadonlySet<string> {
  const rest = text.replaceAll(NUMBER_REGEXP, " ").replaceAll(NEGATION_REGEXP, " ");
  return new Set(listContentTokens(rest).map((token) => token.text));
}
