import { RANKING } from "@dossier/core/rank";
import type { JSX } from "hono/jsx/jsx-runtime";
import { STEP_NAMES } from "./explanations.ts";
import { PlainText } from "./plain_text.tsx";

/** The stages of the ranking in words. */
const STAGES: Readonly<Record<typeof RANKING[number]["stage"], string>> = {
  term: "weighs the words of the question",
  field: "weighs a part of each chunk",
  evidence: "adds to the score of a file",
  factor: "multiplies the score of a file",
  chunk: "orders the chunks of a file",
};

/**
 * The name of a step, which shows what the step does when it is pressed; that takes no script. The page has
 * to have the {@link StepGlossary}. Names of other numbers are just shown.
 */
export function StepButton({ name }: { readonly name: string }): JSX.Element {
  if (!STEP_NAMES.has(name)) return <PlainText text={name} />;
  return <button type="button" class="step" popovertarget={`step-${name}`}>{name}</button>;
}

/** Each step of the ranking in its own words; shown one at a time. */
export function StepGlossary(): JSX.Element {
  return (
    <>
      {RANKING.map((step) => (
        <div
          id={`step-${step.name}`}
          class="glossary"
          popover="auto"
          role="dialog"
          aria-labelledby={`step-${step.name}-name`}
        >
          <h3 id={`step-${step.name}-name`}>{step.name}</h3>
          <StepFields {...step} />
          <button
            type="button"
            popovertarget={`step-${step.name}`}
            popovertargetaction="hide"
          >
            Close
          </button>
        </div>
      ))}
    </>
  );
}

/** The input of a step, its effect, and the source of its number. */
export function StepFields(
  { stage, reads, constant, source }: typeof RANKING[number],
): JSX.Element {
  return (
    <dl>
      <dt>Reads</dt>
      <dd>{reads}</dd>
      <dt>Does</dt>
      <dd>{STAGES[stage]}, by {constant}</dd>
      <dt>Why {constant}</dt>
      <dd>{source}</dd>
    </dl>
  );
}
