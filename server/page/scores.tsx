import type { Fragment } from "@dossier/core";
import { tellPlace } from "@dossier/core/fragment";
import { RANKING } from "@dossier/core/part";
import type { Explanation } from "@dossier/core/rank";
import type { FactList } from "@dossier/core/report";
import { html } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { splitScore } from "./explanations.ts";
import { formatCounted, formatScore, roundParts, SCORE_UNITS, toPercentage } from "./figures.ts";
import { PlainText } from "./plain_text.tsx";
import { BodyView, Frame } from "./report_view.tsx";

/** Digits of a number in a tree. */
const SHOWN_DIGITS = 4;

/** Levels of a tree that are open at first. */
const OPEN_LEVELS = 2;

/** Most parts of a number that are shown: a long question has as many as it has words. */
const MAX_DETAILS = 20;

/** Most numbers of a tree that are shown: all of them of 50 passages take some 15 ms. */
const MAX_NODES = 100;

/** A passage of a bundle, as far as its score needs it. */
type Scored = Pick<Fragment, "rank" | "source" | "location" | "score" | "explanation">;

/** The scores of passages, best first: each as a bar beside what it is the sum of. */
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
                  <PlainText text={tellPlace(passage)} />
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

/** A length of a whole as a bar; the text beside it says the same. */
export function Bar({ length, whole }: { readonly length: number; readonly whole: number }) {
  return (
    <svg class="bar" height="12" aria-hidden="true">
      <rect class="free" width="100%" height="100%" />
      <rect width={toPercentage(length, whole)} height="100%" />
    </svg>
  );
}

/** The parts that add up to a score, and what they are multiplied by already. */
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
  const more = rest === 0
    ? ""
    : html`<li class="faint">and ${formatCounted(rest, "more number")}</li>`;
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

/** The steps of the ranking, each with what it does and where its number is from. */
const STEPS: FactList = {
  kind: "facts",
  facts: RANKING.map(({ name, does, constant, source }) => ({
    name,
    lines: [does, `Why ${constant}: ${source}`],
  })),
};

/** What each step of the ranking does. */
export function StepGlossary({ root }: { readonly root: string }) {
  return (
    <details>
      <summary>Steps of the ranking</summary>
      <BodyView body={STEPS} root={root} />
    </details>
  );
}
