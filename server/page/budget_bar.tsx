import type { BundleBudget, Fragment, Omission } from "@dossier/core";
import { tellPlace } from "@dossier/core/fragment";
import { summariseOmissions } from "@dossier/core/render";
import { formatCount, formatCounted, formatShare, roundParts } from "./figures.ts";
import { Bar, type BarPiece, PageSection, Swatch } from "./parts.tsx";

/** A bar of how the budget is spent and how much is free, and below it how much was left out. */
export function BudgetBar({ budget: { used, limit, estimator }, fragments, omitted }: {
  readonly budget: BundleBudget;
  readonly fragments: readonly Pick<Fragment, "source" | "location" | "tokens">[];
  readonly omitted: readonly Omission[];
}) {
  const { costs, frame } = shareCosts(used, fragments.map(({ tokens }) => tokens));
  const whole = Math.max(limit, used);
  const sums = { code: 0, document: 0 };
  let end = 0;
  const pieces = fragments.map((fragment, index): BarPiece => {
    const start = end;
    // What is no file is prose.
    const { kind = "document" } = fragment.location ?? {};
    const cost = costs[index]!;
    end += cost;
    sums[kind] += cost;
    const name = `share share-${kind} ${index % 2 === 0 ? "even" : "odd"}`;
    const title = `${index + 1}. ${tellPlace(fragment)}, ${
      formatCounted(fragment.tokens, "token")
    }`;
    return [name, start, cost, title];
  });
  const frameTitle = `Headings and notes, ${formatCounted(frame, "token")}`;
  const keys = [
    ["share share-code even", "code", sums.code],
    ["share share-document even", "documents", sums.document],
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
      <Bar
        pieces={[...pieces, ["share frame", used - frame, frame, frameTitle]]}
        whole={whole}
        height={26}
        ground="free"
        label={`${formatCounted(fragments.length, "passage")} and headings take ` +
          `${formatCount(used)} of ${formatCounted(limit, "token")}`}
      />
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

/** A bar of the tokens that are given of all that was found; nothing where nothing was left out. */
function OmittedBar({ shown, omitted }: {
  readonly shown: number;
  readonly omitted: readonly Omission[];
}) {
  const { count, tokens } = summariseOmissions(omitted);
  if (count === 0) return null;
  const whole = shown + tokens;
  return (
    <>
      <p class="faint">
        Of {formatCounted(whole, "token")} that were found, {formatCount(shown)} are given and{" "}
        <a href="#omitted">{formatCount(tokens)} in {formatCounted(count, "range")} left out</a>
      </p>
      <Bar
        kind="bar thin"
        pieces={[["given", 0, shown]]}
        whole={whole}
        height={8}
        ground="omitted"
      />
    </>
  );
}

/**
 * Returns the share of each fragment in the tokens that are used, and the rest for the text around them.
 * Each fragment is counted by itself and rounded up, which can come to more than the whole text.
 */
function shareCosts(used: number, tokens: readonly number[]) {
  const counted = tokens.reduce((sum, count) => sum + count, 0);
  const share = counted > used ? used / counted : 1;
  return {
    costs: roundParts(tokens.map((count) => count * share)),
    frame: Math.max(used - counted, 0),
  };
}
