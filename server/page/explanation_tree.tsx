import type { Explanation } from "@dossier/core/rank";
import { html } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import type { JSX } from "hono/jsx/jsx-runtime";
import { formatCount } from "./figures.ts";
import { PlainText } from "./plain_text.tsx";

const SHOWN_DIGITS = 4;

/** Levels that are open at first. */
const OPEN_LEVELS = 2;

/** Most parts of a number that are shown: a long question has as many as it has words. */
const MAX_DETAILS = 20;

/** Most numbers of a tree that are shown: all of them of 50 passages take some 15 ms. */
const MAX_NODES = 100;

/** How many numbers may still be shown. */
interface Allowance {
  nodes: number;
}

/** A tree that says where a number comes from; each node can be closed. */
export function ExplanationTree(
  { explanation }: { readonly explanation: Explanation },
): JSX.Element {
  return (
    <ul class="tree">{renderNode(explanation, { depth: 0, allowance: { nodes: MAX_NODES } })}</ul>
  );
}

/** Returns a node; by a template, as that takes a quarter of the time of components, and there are many. */
function renderNode(
  { value, description, operation, details = [] }: Explanation,
  { depth, allowance }: { readonly depth: number; readonly allowance: Allowance },
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
