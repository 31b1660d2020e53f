import { RANKING } from "@dossier/core/rank";
import type { JSX } from "hono/jsx/jsx-runtime";
import { STEP_NAMES } from "./explanations.ts";
import { PlainText } from "./plain_text.tsx";

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

/** The effect of a step, and the source of its number. */
export function StepFields({ does, constant, source }: typeof RANKING[number]): JSX.Element {
  return (
    <dl>
      <dt>Does</dt>
      <dd>{does}</dd>
      <dt>Why {constant}</dt>
      <dd>{source}</dd>
    </dl>
  );
}
