import type { Fragment } from "@dossier/core";
import { formatLocation } from "@dossier/core/fragment";
import { RANKING } from "@dossier/core/part";
import type { Explanation } from "@dossier/core/rank";
import type { FactList } from "@dossier/core/report";
import { html } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { splitScore } from "./explanations.ts";
import { formatCount, formatScore, roundParts, SCORE_UNITS, toPercentage } from "./figures.ts";
import { PlainText } from "./plain_text.tsx";
import { BodyView, Frame } from "./report_view.tsx";

/** Number of digits of a number in a tree. */
const SHOWN_DIGITS = 4;

/** Number of levels of a tree that are open at first. */
const OPEN_LEVELS = 2;

/** Maximum number of shown parts of a number: a long question has one for each word. */
const MAX_DETAILS = 20;

/** Maximum number of shown numbers of a tree: all numbers of 50 passages take some 15 ms. */
const MAX_NODES = 100;

/** Fields of a passage that the page of its score needs. */
type Scored = Pick<Fragment, "rank" | "source" | "location" | "score" | "explanation">;

/** Scores of passages, best first, each as a bar beside the parts of its sum. */
export function ScoreTable({ passages }: { readonly passages: readonly Scored[] }) {
  const best = Math.max(...passages.map(({ score }) => score), 0);
  return (
    <Frame label="Scores">
      <table>
        <thead>
          <tr>
            <th scope="col" class="number">Place</th>
            <th scope="col">Passage</th>
            <th scope="col" class="number">Score</th>
            <th scope="col">Of the best</th>
            <th scope="col">Comes from</th>
          </tr>
        </thead>
        <tbody>
          {passages.map((passage) => (
            <tr>
              <td class="number">{passage.rank}</td>
              <td>
                <a href={`#passage-${passage.rank}`}>
                  <PlainText text={formatLocation(passage)} />
                </a>
              </td>
              <td class="number">{formatScore(passage.score)}</td>
              <td>
                <Bar length={Math.max(passage.score, 0)} whole={best} />
              </td>
              <td>
                <ScoreParts explanation={passage.explanation} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Frame>
  );
}

/** Part of a whole as a bar. The text beside it says the same. */
export function Bar({ length, whole }: { readonly length: number; readonly whole: number }) {
  return (
    <svg class="bar" height="12" aria-hidden="true">
      <rect class="free" width="100%" height="100%" />
      <rect width={toPercentage(length, whole)} height="100%" />
    </svg>
  );
}

/** Parts that add up to a score, and the factors that they already include. */
function ScoreParts({ explanation }: { readonly explanation: Explanation | undefined }) {
  if (explanation === undefined) return <span class="faint">not ranked</span>;
  const { parts, factors } = splitScore(explanation);
  const shown = parts.filter(({ value }) => value !== 0);
  const rounded = roundParts(shown.map(({ value }) => value * SCORE_UNITS));
  const texts = [
    ...shown.map(({ label }, at) => `${label} ${formatScore(rounded[at]! / SCORE_UNITS)}`),
    ...factors.map(({ label, value }) => `× ${formatScore(value)} ${label}`),
  ];
  return <PlainText text={texts.join(", ")} />;
}

/** Tree that explains a number. Each node can be closed. */
export function ExplanationTree({ explanation }: { readonly explanation: Explanation }) {
  return (
    <ul class="tree">{renderNode(explanation, { depth: 0, allowance: { nodes: MAX_NODES } })}</ul>
  );
}

/**
 * Renders a node with a template, as that takes a quarter of the time of components, and there are
 * many nodes.
 */
function renderNode(
  { value, description, operation, details = [] }: Explanation,
  { depth, allowance }: {
    readonly depth: number;
    /** Number of numbers that may still be shown. */
    readonly allowance: { nodes: number };
  },
): HtmlEscapedString | Promise<HtmlEscapedString> {
  allowance.nodes--;
  const line = html`<b>${Number(value.toPrecision(SHOWN_DIGITS))}</b> ${(
    <PlainText text={description} />
  )}`;
  if (details.length === 0) return html`<li>${line}</li>`;
  const limit = Math.max(Math.min(MAX_DETAILS, allowance.nodes), 1);
  const shown = details.slice(0, limit).map((detail) =>
    renderNode(detail, { depth: depth + 1, allowance })
  );
  const rest = details.length - shown.length;
  const more = rest === 0
    ? ""
    : html`<li class="faint">and ${formatCount(rest, "more number")}</li>`;
  return html`
    <li>
      <details${depth < OPEN_LEVELS ? " open" : ""}>
        <summary>${line}<span class="faint">, ${operation ?? ""} of ${details
          .length}</span></summary>
        <ul>${shown}${more}</ul>
        </details>
        </li>
  `;
}

/** Steps of the ranking, each with its effect and the source of its constant. */
const STEPS: FactList = {
  kind: "facts",
  facts: RANKING.map(({ name, does, constant, source }) => ({
    name,
    lines: [does, `Why ${constant}: ${source}`],
  })),
};

/** Glossary of the steps of the ranking. */
export function StepGlossary({ root }: { readonly root: string }) {
  return (
    <details>
      <summary>Steps of the ranking</summary>
      <BodyView body={STEPS} root={root} />
    </details>
  );
}
