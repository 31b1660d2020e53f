import type { BundleBudget, DocumentKind, Fragment, Omission } from "@dossier/core";
import { tellPlace } from "@dossier/core/fragment";
import { summariseOmissions } from "@dossier/core/render";
import type { JSX } from "hono/jsx/jsx-runtime";
import { formatCount, formatCounted, formatShare, roundParts, toPercentage } from "./figures.ts";
import { PageSection } from "./parts.tsx";
import { Swatch } from "./score_bar.tsx";

interface BudgetBarProps {
  readonly budget: BundleBudget;
  readonly fragments: readonly Pick<Fragment, "source" | "location" | "tokens">[];
  readonly omitted: readonly Omission[];
}

/** A bar of how the budget is spent and how much is free, and below it how much was left out. */
export function BudgetBar({ budget, fragments, omitted }: BudgetBarProps): JSX.Element {
  const { used, limit, estimator } = budget;
  const { costs, frame } = shareCosts(used, fragments);
  const whole = Math.max(limit, used);
  const sumOf = (kind: DocumentKind) =>
    fragments.reduce((sum, one, index) => kindOf(one) === kind ? sum + costs[index]! : sum, 0);
  const keys = [
    ["share share-code even", "code", sumOf("code")],
    ["share share-document even", "documents", sumOf("document")],
    ["share frame", "headings and notes", frame],
    ["free", "free", Math.max(limit - used, 0)],
  ] as const;
  return (
    <PageSection
      id="budget-title"
      title={`${formatCount(used)} of ${formatCounted(limit, "token")}`}
      aside={`${formatShare(whole === 0 ? 0 : used / whole)} spent, counted by ${estimator}`}
      name="budget"
    >
      <Shares budget={budget} fragments={fragments} />
      <ul class="legend">
        {keys.map(([name, text, tokens]) =>
          tokens > 0 && (
            <li>
              <Swatch name={name} />
              {text} <b>{formatCount(tokens)}</b>
            </li>
          )
        )}
      </ul>
      <OmittedBar shown={used - frame} omitted={omitted} />
    </PageSection>
  );
}

/** The share of each passage in the budget. */
function Shares({ budget: { used, limit }, fragments }: Omit<BudgetBarProps, "omitted">) {
  const { costs, frame } = shareCosts(used, fragments);
  const shown = used - frame;
  const whole = Math.max(limit, used);
  let end = 0;
  return (
    <svg
      class="bar"
      width="100%"
      height="26"
      role="img"
      aria-label={`${formatCounted(fragments.length, "passage")} and headings take ` +
        `${formatCount(used)} of ${formatCounted(limit, "token")}`}
    >
      <rect class="free" width="100%" height="100%" />
      {fragments.map((fragment, index) => {
        const start = end;
        end += costs[index]!;
        return (
          <rect
            class={`share share-${kindOf(fragment)} ${index % 2 === 0 ? "even" : "odd"}`}
            x={toPercentage(start, whole)}
            width={toPercentage(costs[index]!, whole)}
            height="100%"
          >
            <title>
              {`${index + 1}. ${tellPlace(fragment)}, ${formatCounted(fragment.tokens, "token")}`}
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
  );
}

/** A bar of the tokens that are given of all that was found; nothing where nothing was left out. */
function OmittedBar({ shown, omitted }: {
  readonly shown: number;
  readonly omitted: readonly Omission[];
}): JSX.Element | null {
  const { count, tokens } = summariseOmissions(omitted);
  if (count === 0) return null;
  const whole = shown + tokens;
  return (
    <>
      <p class="faint">
        Of {formatCounted(whole, "token")} that were found, {formatCount(shown)} are given and{" "}
        <a href="#omitted">{formatCount(tokens)} in {formatCounted(count, "range")} left out</a>
      </p>
      <svg class="bar thin" width="100%" height="8" aria-hidden="true">
        <rect class="omitted" width="100%" height="100%" />
        <rect class="given" width={toPercentage(shown, whole)} height="100%" />
      </svg>
    </>
  );
}

/**
 * Returns the share of each fragment in the tokens that are used, and the rest for the text around them.
 * Each fragment is counted by itself and rounded up, which can come to more than the whole text.
 */
function shareCosts(
  used: number,
  fragments: BudgetBarProps["fragments"],
): { readonly costs: readonly number[]; readonly frame: number } {
  const counted = fragments.reduce((sum, { tokens }) => sum + tokens, 0);
  const share = counted > used ? used / counted : 1;
  return {
    costs: roundParts(fragments.map(({ tokens }) => tokens * share)),
    frame: Math.max(used - counted, 0),
  };
}

/** Returns what a fragment is; what is no file is prose. */
function kindOf({ location }: Pick<Fragment, "location">): DocumentKind {
  return location?.kind ?? "document";
}
