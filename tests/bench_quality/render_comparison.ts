import type { ScoreComparison } from "./score_comparison.ts";

/** Returns a sentence on how much NDCG@10 differs between two runs. */
export function renderComparison(
  { difference, low, high, wins, losses, ties }: ScoreComparison,
): string {
  const [mean, ...bounds] = [difference, low, high].map((value) => renderDifference(value));
  return `NDCG@10 by query ${mean} [${bounds.join(", ")}], ` +
    `${wins} better, ${losses} worse, ${ties} the same`;
}

/** Returns a number as text that starts with its sign and has no zero in front of the point. */
export function renderDifference(value: number, digits: number = 4): string {
  const text = Math.abs(value).toFixed(digits);
  const isZero = Number(text) === 0;
  return `${isZero ? "±" : value < 0 ? "−" : "+"}${text.replace(/^0(?=\.)/, "")}`;
}
