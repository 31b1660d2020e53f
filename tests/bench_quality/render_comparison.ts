import type { ScoreComparison } from "./score_comparison.ts";

/** Returns a sentence on how much NDCG@10 differs between two runs. */
export function renderComparison(
  { difference, low, high, wins, losses, ties }: ScoreComparison,
): string {
  const [mean, ...bounds] = [difference, low, high].map(renderDifference);
  return `NDCG@10 by query ${mean} [${bounds.join(", ")}], ` +
    `${wins} better, ${losses} worse, ${ties} the same`;
}

function renderDifference(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(4).replace(/^0/, "")}`;
}
