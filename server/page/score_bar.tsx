import type { Explanation } from "@dossier/core/rank";
import type { JSX } from "hono/jsx/jsx-runtime";
import { ExplanationTree } from "./explanation_tree.tsx";
import { formatScore, SCORE_UNITS, toPercentage } from "./figures.ts";
import { roundParts } from "./round_parts.ts";
import { StepName } from "./step_glossary.tsx";
import { splitScore } from "./split_score.ts";

/** Colours of parts; what is beyond shares the last. */
const PART_COLOURS: readonly string[] = [
  "chunks",
  "text",
  "name",
  "named-symbol",
  "subjects",
  "meaning",
  "definitions",
  "mention",
  "phrase",
];

/**
 * A score as a bar of what adds up to it, with the numbers in words and the whole tree below. Of a score
 * that was not explained it is a bar in one piece.
 */
export function ScoreBar({ score, explanation, best }: {
  readonly score: number;
  /** Where the score comes from, when that is known. */
  readonly explanation: Explanation | undefined;
  /** The score that takes the whole width. */
  readonly best: number;
}): JSX.Element {
  const { parts, factors } = explanation === undefined
    ? { parts: [{ label: "score", value: score }], factors: [] }
    : splitScore(explanation);
  const shown = parts.filter(({ value }) => value !== 0);
  const rounded = roundParts(shown.map(({ value }) => value * SCORE_UNITS));
  return (
    <div class="score">
      <svg class="bar" width="100%" height="10" aria-hidden="true">
        {placeParts(shown).map(({ label, value, start }) => (
          <rect
            class={value < 0 ? "part taken" : `part ${colourOf(label)}`}
            x={toPercentage(start, best)}
            width={toPercentage(Math.abs(value), best)}
            height="100%"
          />
        ))}
      </svg>
      <ul class="legend">
        {shown.map(({ label }, index) => (
          <li>
            <svg class="swatch" width="10" height="10" aria-hidden="true">
              <rect class={`part ${colourOf(label)}`} width="100%" height="100%" />
            </svg>
            <StepName name={label} /> <b>{formatScore(rounded[index]! / SCORE_UNITS)}</b>
          </li>
        ))}
        {factors.map(({ label, value }) => (
          <li class="factor">
            × <b>{formatScore(value)}</b> <StepName name={label} />
          </li>
        ))}
      </ul>
      {explanation === undefined ? "" : (
        <details class="why">
          <summary>How {formatScore(explanation.value)} comes about</summary>
          <ExplanationTree explanation={explanation} />
        </details>
      )}
    </div>
  );
}

/** Returns the parts with where each begins; what is taken away lies over the end of the others. */
function placeParts(parts: readonly { readonly label: string; readonly value: number }[]) {
  let end = 0;
  const added = parts.filter(({ value }) => value > 0).map((part) => {
    const start = end;
    end += part.value;
    return { ...part, start };
  });
  const taken = parts.filter(({ value }) => value < 0).map((part) => {
    end += part.value;
    return { ...part, start: end };
  });
  return [...added, ...taken];
}

function colourOf(label: string): string {
  return PART_COLOURS.includes(label) ? `part-${label}` : "part-other";
}
