import { countChars4 } from "@dossier/core/text";
import type { RankedTriplet } from "./triplets.ts";

/** The heading of observations. */
export const OBSERVATIONS_HEADING = "## Relevant Past Observations";

/** The heading of triplets of the graph. */
export const TRIPLETS_HEADING = "## Knowledge Graph Triplets";

/**
 * Tokens for triplets, apart from those of observations, which they never displace. Source: the
 * original specification.
 */
export const TRIPLET_TOKENS = 500;

/**
 * Maximum number of characters (code points) of an observation in a block. Source: the original
 * specification.
 */
const EXCERPT_CHARACTERS = 300;

const CONTROL_REGEXP = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** An observation for a block. */
export interface BlockObservation {
  readonly id: string;
  readonly content: string;
  readonly weight: number;
  readonly kind?: string;
}

/** The memory text of a session, with its content. */
export interface MemoryBlock {
  /** Markdown with a line feed at the end of each line but the last; empty without content. */
  readonly text: string;
  /** Ids of included observations, in order. */
  readonly observations: readonly string[];
  /** Ids of observations that did not fit, in order. */
  readonly skipped: readonly string[];
  /** Included triplets, in order. */
  readonly triplets: readonly RankedTriplet[];
  /**
   * Tokens of the text by {@link countChars4}; with triplets it may exceed the budget of
   * observations.
   */
  readonly tokens: number;
}

/**
 * Returns the block for observations in order of rank, with triplets below them. A line that does
 * not fit is skipped, and a later, shorter one may still fit; a line that fits exactly is included.
 * A repeated id is included once.
 *
 * @param budget Tokens for observations with their heading.
 */
export function buildMemoryBlock(
  observations: readonly BlockObservation[],
  budget: number,
  triplets: readonly RankedTriplet[] = [],
): MemoryBlock {
  const seen = new Set<string>();
  const best = observations.filter(({ id }) => !seen.has(id) && seen.add(id));
  const shown = packLines(best, {
    budget,
    heading: OBSERVATIONS_HEADING,
    toLine: renderObservation,
  });
  const related = packLines(triplets, {
    budget: TRIPLET_TOKENS,
    heading: TRIPLETS_HEADING,
    toLine: renderTriplet,
  });
  const text = [shown.text, related.text].filter((section) => section !== "").join("\n\n");
  return {
    text,
    observations: shown.packed.map(({ id }) => id),
    skipped: shown.skipped.map(({ id }) => id),
    triplets: related.packed,
    tokens: countChars4(text),
  };
}

/**
 * Returns the line of an observation, such as `- [o1] Retries go through the queue (weight: 0.85)`.
 */
export function renderObservation({ id, content, weight }: BlockObservation): string {
  const excerpt = [...toOneLine(content)].slice(0, EXCERPT_CHARACTERS).join("");
  return `- [${id}] ${excerpt} (weight: ${Number(weight.toFixed(2))})`;
}

function renderTriplet({ source, relation, target }: RankedTriplet): string {
  return `- ${toOneLine(source.name)} → ${toOneLine(relation)} → ${toOneLine(target.name)}`;
}

/** Returns an untrusted text on one line, so that no part of it looks like a heading. */
function toOneLine(text: string): string {
  return text.replaceAll(CONTROL_REGEXP, " ").replaceAll(/\s+/g, " ").trim();
}

/** Returns the lines that fit under a heading, whose cost is added to the first line. */
function packLines<Item>(
  items: readonly Item[],
  { budget, heading, toLine }: {
    readonly budget: number;
    readonly heading: string;
    readonly toLine: (item: Item) => string;
  },
): { readonly text: string; readonly packed: readonly Item[]; readonly skipped: readonly Item[] } {
  const lines: string[] = [];
  const packed: Item[] = [];
  const skipped: Item[] = [];
  let used = countChars4(`${heading}\n`);
  for (const item of items) {
    const line = toLine(item);
    const cost = countChars4(`${line}\n`);
    if (used + cost > budget) {
      skipped.push(item);
      continue;
    }
    used += cost;
    lines.push(line);
    packed.push(item);
  }
  return { text: lines.length === 0 ? "" : [heading, ...lines].join("\n"), packed, skipped };
}
