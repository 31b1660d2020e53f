import type { BundleBudget, Omission, Passage } from "@dossier/core";
import { summariseOmissions } from "@dossier/core/render";
import type { JSX } from "hono/jsx/jsx-runtime";
import { formatCount, formatCounted, formatShare, roundParts, toPercentage } from "./figures.ts";

/** What a bar of a budget is drawn from. */
interface BudgetBarProps {
  readonly budget: BundleBudget;
  readonly passages: readonly Pick<Passage, "path" | "startLine" | "endLine" | "tokens" | "kind">[];
  readonly omitted: readonly Omission[];
}

/** Who spent the budget, what of it is free, and how much was left out by the side of it. */
export function BudgetBar({ budget, passages, omitted }: BudgetBarProps): JSX.Element {
  const { costs, frame } = shareCosts(budget.used, passages);
  const shown = budget.used - frame;
  const free = Math.max(budget.limit - budget.used, 0);
  const whole = Math.max(budget.limit, budget.used);
  const left = summariseOmissions(omitted);
  const sumOf = (kind: Passage["kind"]) =>
    passages.reduce((sum, passage, index) => passage.kind === kind ? sum + costs[index]! : sum, 0);
  let end = 0;
  return (
    <section class="budget" aria-labelledby="budget-title">
      <h2 id="budget-title">
        {formatCount(budget.used)} of {formatCounted(budget.limit, "token")}
        <span class="faint">
          {formatShare(whole === 0 ? 0 : budget.used / whole)} spent, counted by {budget.estimator}
        </span>
      </h2>
      <svg
        class="bar"
        width="100%"
        height="26"
        role="img"
        aria-label={describeBar(budget, passages)}
      >
        <rect class="free" width="100%" height="100%" />
        {passages.map(({ path, startLine, endLine, tokens, kind }, index) => {
          const start = end;
          end += costs[index]!;
          return (
            <rect
              class={`share share-${kind} ${index % 2 === 0 ? "even" : "odd"}`}
              x={toPercentage(start, whole)}
              width={toPercentage(costs[index]!, whole)}
              height="100%"
            >
              <title>
                {`${index + 1}. ${path}:${startLine}-${endLine}, ${formatCounted(tokens, "token")}`}
              </title>
            </rect>
          );
        })}
        <rect
          class="share frame"
          x={toPercentage(shown, whole)}
          width={toPercentage(frame, whole)}
          height="100%"
        >
          <title>{`Headings and notes, ${formatCounted(frame, "token")}`}</title>
        </rect>
      </svg>
      <ul class="legend">
        <Key name="share share-code even" text="code" tokens={sumOf("code")} />
        <Key
          name="share share-document even"
          text="documents"
          tokens={sumOf("document")}
        />
        <Key name="share frame" text="headings and notes" tokens={frame} />
        <Key name="free" text="free" tokens={free} />
      </ul>
      {left.count === 0
        ? ""
        : <OmittedBar shown={shown} omitted={left.tokens} count={left.count} />}
    </section>
  );
}

function OmittedBar({ shown, omitted, count }: {
  readonly shown: number;
  readonly omitted: number;
  readonly count: number;
}): JSX.Element {
  const whole = shown + omitted;
  return (
    <>
      <p class="faint">
        Of {formatCounted(whole, "token")} that were found, {formatCount(shown)} are given and{" "}
        <a href="#omitted">{formatCount(omitted)} in {formatCounted(count, "range")} left out</a>
      </p>
      <svg class="bar thin" width="100%" height="8" aria-hidden="true">
        <rect class="omitted" width="100%" height="100%" />
        <rect class="given" width={toPercentage(shown, whole)} height="100%" />
      </svg>
    </>
  );
}

function Key({ name, text, tokens }: {
  readonly name: string;
  readonly text: string;
  readonly tokens: number;
}): JSX.Element | null {
  if (tokens === 0) return null;
  return (
    <li>
      <svg class="swatch" width="10" height="10" aria-hidden="true">
        <rect class={name} width="100%" height="100%" />
      </svg>
      {text} <b>{formatCount(tokens)}</b>
    </li>
  );
}

/**
 * Returns what the passages take of the tokens that are used, and what is left of these for the text around
 * them. Each passage is counted by itself and rounded up, which can come to more than the whole text.
 */
function shareCosts(
  used: number,
  passages: BudgetBarProps["passages"],
): { readonly costs: readonly number[]; readonly frame: number } {
  const counted = passages.reduce((sum, { tokens }) => sum + tokens, 0);
  const share = counted > used ? used / counted : 1;
  return {
    costs: roundParts(passages.map(({ tokens }) => tokens * share)),
    frame: Math.max(used - counted, 0),
  };
}

function describeBar({ used, limit }: BundleBudget, passages: BudgetBarProps["passages"]): string {
  return `${formatCounted(passages.length, "passage")} and headings take ${formatCount(used)} of ` +
    formatCounted(limit, "token");
}
