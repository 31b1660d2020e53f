import { PART_RANKING, RANKING } from "@dossier/core/part";
import { EVIDENCE_STEPS, type Explanation, PHRASE } from "@dossier/core/rank";
import { html } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { type ScorePart, splitScore, STEP_NAMES } from "./explanations.ts";
import { formatCount, formatScore, roundParts, SCORE_UNITS } from "./figures.ts";
import { Bar, type BarPiece, Swatch } from "./parts.tsx";
import { PlainText } from "./plain_text.tsx";

/** Parts of a score that have a colour of their own: the steps that add to it. */
const COLOURED_PARTS: ReadonlySet<string> = new Set(
  [...EVIDENCE_STEPS, PHRASE, ...PART_RANKING].map(({ name }) => name),
);

/** Digits of a number in a tree. */
const SHOWN_DIGITS = 4;

/** Levels of a tree that are open at first. */
const OPEN_LEVELS = 2;

/** Most parts of a number that are shown: a long question has as many as it has words. */
const MAX_DETAILS = 20;

/** Most numbers of a tree that are shown: all of them of 50 passages take some 15 ms. */
const MAX_NODES = 100;

/**
 * A score as a bar of its parts, with the numbers in words and the whole tree below. A score that was not
 * explained is a bar in one piece.
 */
export function ScoreBar({ score, explanation, best }: {
  readonly score: number;
  readonly explanation: Explanation | undefined;
  /** The score that takes the whole width. */
  readonly best: number;
}) {
  const { parts, factors } = explanation === undefined
    ? { parts: [{ label: "score", value: score }], factors: [] }
    : splitScore(explanation);
  const shown = parts.filter(({ value }) => value !== 0);
  const rounded = roundParts(shown.map(({ value }) => value * SCORE_UNITS));
  return (
    <div class="score">
      <Bar pieces={placeParts(shown)} whole={best} height={10} />
      <ul class="legend">
        {shown.map(({ label }, index) => (
          <li>
            <Swatch name={`part ${colourOf(label)}`} />
            <StepButton name={label} /> <b>{formatScore(rounded[index]! / SCORE_UNITS)}</b>
          </li>
        ))}
        {factors.map(({ label, value }) => (
          <li class="factor">
            × <b>{formatScore(value)}</b> <StepButton name={label} />
          </li>
        ))}
      </ul>
      {explanation && (
        <details class="why">
          <summary>How {formatScore(explanation.value)} comes about</summary>
          <ExplanationTree explanation={explanation} />
        </details>
      )}
    </div>
  );
}

/** Returns the pieces of a bar; those below 0 lie over the end of the others. */
function placeParts(parts: readonly ScorePart[]): readonly BarPiece[] {
  let end = 0;
  return parts.toSorted((a, b) => Math.sign(b.value) - Math.sign(a.value)).map(
    ({ label, value }) => {
      const start = end;
      end += value;
      return value < 0 ? ["part taken", end, -value] : [`part ${colourOf(label)}`, start, value];
    },
  );
}

/** Returns the class of a colour: `part-meaning` for the meaning of a file and of a part of one. */
function colourOf(label: string): string {
  return COLOURED_PARTS.has(label) ? `part-${label.replace(/^part-/, "")}` : "part-other";
}

/** A tree that says where a number comes from; each node can be closed. */
export function ExplanationTree({ explanation }: { readonly explanation: Explanation }) {
  return (
    <ul class="tree">{renderNode(explanation, { depth: 0, allowance: { nodes: MAX_NODES } })}</ul>
  );
}

/** Returns a node; by a template, as that takes a quarter of the time of components, and there are many. */
function renderNode(
  { value, description, operation, details = [] }: Explanation,
  { depth, allowance }: {
    readonly depth: number;
    /** How many numbers may still be shown. */
    readonly allowance: { nodes: number };
  },
): HtmlEscapedString | Promise<HtmlEscapedString> {
  allowance.nodes--;
  const line = html`<b>${Number(value.toPrecision(SHOWN_DIGITS))}</b> ${(
    <PlainText text={description} />
  )}`;
  if (details.length === 0) return html`<li>${line}</li>`;
  const most = Math.max(Math.min(MAX_DETAILS, allowance.nodes), 1);
  const shown = details.slice(0, most).map((detail) =>
    renderNode(detail, { depth: depth + 1, allowance })
  );
  const rest = details.length - shown.length;
  return html`
    <li>
      <details${depth < OPEN_LEVELS ? " open" : ""}>
        <summary>${line}<span class="faint">, ${operation ?? ""} of ${details
          .length}</span></summary>
        <ul>${shown}${rest === 0
          ? ""
          : html`<li class="faint">and ${formatCount(rest)} more</li>`}</ul>
        </details>
        </li>
  `;
}

/**
 * The name of a step, which shows what the step does when it is pressed; that takes no script. The page has
 * to have the {@link StepGlossary}. Names of other numbers are just shown.
 */
export function StepButton({ name }: { readonly name: string }) {
  if (!STEP_NAMES.has(name)) return <PlainText text={name} />;
  return <button type="button" class="step" popovertarget={`step-${name}`}>{name}</button>;
}

/** Each step of the ranking in its own words; shown one at a time. */
export function StepGlossary() {
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
export function StepFields({ does, constant, source }: typeof RANKING[number]) {
  return (
    <dl>
      <dt>Does</dt>
      <dd>{does}</dd>
      <dt>Why {constant}</dt>
      <dd>{source}</dd>
    </dl>
  );
}
