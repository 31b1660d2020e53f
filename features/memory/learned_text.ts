import { countChars4 } from "@dossier/core/text";
import type { Observation } from "./core/mod.ts";
import { quoteClaim } from "./render_observation.ts";

/** What a text of observations may have. */
interface LearnedLimits {
  /** Observations. */
  readonly count: number;
  readonly tokens: number;
}

/** A text of observations, and which are in it. */
export interface LearnedText<Item> {
  /** Empty for nothing. */
  readonly text: string;
  readonly shown: readonly Item[];
  readonly tokens: number;
}

/**
 * Returns observations below a line that says what they are, each as a claim in quotes with what it cites: nobody vouches
 * for it. One that does not fit is skipped.
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
