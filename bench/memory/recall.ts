import { analyzeQuery } from "@dossier/core/text";
import type { Remembered } from "./memory_text.ts";

/** Memory that was found, with its coverage by the task. */
export interface RecalledMemory {
  readonly memory: Remembered;
  /** BM25 of the task's words in the memory, with the statistics of the store; higher is better. */
  readonly score: number;
  /**
   * Share of the memory's words that the task contains, weighted by their rarity in the store, from
   * 0 to 1.
   */
  readonly covered: number;
}

/** Usual constants of BM25. */
const [K1, B] = [1.2, 0.75];

/** Returns the memories of a store that share words with a task, best first. */
export function recall(task: string, store: readonly Remembered[]): readonly RecalledMemory[] {
  const texts = store.map(termsOf);
  const frequencies = new Map<string, number>();
  for (const term of texts.flatMap((terms) => [...terms.keys()])) {
    frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  }
  const rarity = (term: string) => {
    const frequency = frequencies.get(term) ?? 0;
    return Math.log(1 + (store.length - frequency + 0.5) / (frequency + 0.5));
  };
  const lengths = texts.map((terms) => terms.values().reduce((sum, count) => sum + count, 0));
  const mean = lengths.reduce((sum, length) => sum + length, 0) / store.length;
  const taskTerms = new Set(analyzeQuery(task).map(({ term }) => term));
  return store
    .map((memory, i) => {
      let [score, shared, all] = [0, 0, 0];
      for (const [term, count] of texts[i]!) {
        all += rarity(term);
        if (!taskTerms.has(term)) continue;
        shared += rarity(term);
        const length = 1 - B + B * lengths[i]! / mean;
        score += rarity(term) * count * (K1 + 1) / (count + K1 * length);
      }
      return { memory, score, covered: all === 0 ? 0 : shared / all };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}

function termsOf({ claim, anchors }: Remembered): ReadonlyMap<string, number> {
  const places = anchors.map(({ path, symbol = "" }) => `${path} ${symbol}`).join(" ");
  return new Map(analyzeQuery(`${claim} ${places}`).map(({ term, count }) => [term, count]));
}
