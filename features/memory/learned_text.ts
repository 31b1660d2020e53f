import { countChars4 } from "@dossier/core/text";
import type { Observation } from "./core/mod.ts";
import { quoteClaim } from "./render_observation.ts";

/** Limits of a text of observations. */
interface LearnedLimits {
  /** Maximum number of observations. */
  readonly count: number;
  readonly tokens: number;
}

/** A text of observations, with its content. */
export interface LearnedText<Item> {
  /** Empty without observations. */
  readonly text: string;
  readonly shown: readonly Item[];
  readonly tokens: number;
}

/**
 * Returns observations below a heading, each as a quoted claim with its anchors, as it is
 * untrusted. One that does not fit is skipped.
 */
export function renderLearned<Item extends Pick<Observation, "id" | "content" | "anchors">>(
  observations: readonly Item[],
  heading: string,
  { count, tokens }: LearnedLimits,
): LearnedText<Item> {
  let text = heading;
  const shown: Item[] = [];
  for (const observation of observations) {
    const more = `${text}\n- [${observation.id}] ${quoteClaim(observation)}`;
    if (shown.length === count || countChars4(more) > tokens) continue;
    text = more;
    shown.push(observation);
  }
  return shown.length === 0
    ? { text: "", shown, tokens: 0 }
    : { text, shown, tokens: countChars4(text) };
}
