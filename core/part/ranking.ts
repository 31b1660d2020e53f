import type { RankingStep } from "../rank/ranking_step.ts";
import { FILE_RANKING } from "../rank/ranking_steps.ts";
import { PART_RANKING } from "./part_steps.ts";

/** Every step that a request may leave out, in the order of the ranking: of files, then of their parts. */
export const RANKING: readonly RankingStep[] = [...FILE_RANKING, ...PART_RANKING];

/** Their names. */
export const RANKING_STEPS: readonly string[] = RANKING.map(({ name }) => name);

/** Returns whether a ranking with some steps left out compares vectors. */
export function readsVectors(disabled: ReadonlySet<string>): boolean {
  return RANKING.some((step) => step.readsVectors && !disabled.has(step.name));
}
